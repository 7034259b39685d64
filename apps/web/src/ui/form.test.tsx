import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { Form } from './form.tsx';
import { TextField } from './text-field.tsx';

function Example() {
  const [isSent, setSent] = useState(false);
  const [name, setName] = useState('');
  const [town, setTown] = useState('');
  return (
    <Form onSubmit={() => setSent(true)}>
      <TextField
        label="Name"
        value={name}
        error={isSent && !name ? 'Write a name' : undefined}
        onChange={({ target }) => setName(target.value)}
      />
      <TextField
        label="Town"
        value={town}
        error={isSent && !town ? 'Write a town' : undefined}
        onChange={({ target }) => setTown(target.value)}
      />
      <button>Send</button>
    </Form>
  );
}

it('puts the focus on its first faulty field when it is sent', async () => {
  const user = userEvent.setup();
  render(<Example />);
  const send = screen.getByRole('button');
  await user.click(send);
  expect(screen.getByLabelText('Name')).toHaveFocus();
  await user.keyboard('Ruth{Enter}');
  expect(screen.getByLabelText('Town')).toHaveFocus();
  await user.keyboard('Laurel');
  await user.click(send);
  expect(send).toHaveFocus();
});
