import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { DateField } from './date-field.tsx';

const field = () => screen.getByLabelText<HTMLInputElement>('Date of birth');

/** A form that shows the value it would send. */
function Form() {
  const [typed, setTyped] = useState('');
  const [sent, setSent] = useState<string>();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setSent(typed);
      }}
    >
      <DateField label="Date of birth" isBirthDate onChange={({ target }) => setTyped(target.value)} />
      <input aria-label="Next" />
      <button>Send</button>
      <output>{sent}</output>
    </form>
  );
}
function open() {
  render(<Form />);
  return userEvent.setup();
}

describe('a date field', () => {
  it.each([
    ['03071951', '03/07/1951'],
    ['03/07/1951', '03/07/1951'],
    ['3/7/1951', '03/07/1951'],
    ['12/1/2001', '12/01/2001'],
    ['3/', '03/'],
    ['3141985', '03/14/1985'],
    ['341985', '03/04/1985'],
    ['03-14-1985', '03/14/1985'],
    // A date with the day first is not converted to another date.
    ['31121985', '31121985'],
  ])('shows %s, typed key by key, as %s', async (typed, shown) => {
    const user = open();
    await user.type(field(), typed);
    expect(field()).toHaveValue(shown);
  });

  it('takes a pasted date with single digits', async () => {
    const user = open();
    await user.click(field());
    await user.paste('3/7/1951');
    expect(field()).toHaveValue('03/07/1951');
  });

  it.each(['3/14/85', '031485', '31485', '19850314'])(
    'converts %s to 03/14/1985 when it loses the focus',
    async (typed) => {
      const user = open();
      await user.type(field(), typed);
      await user.tab();
      expect(field()).toHaveValue('03/14/1985');
      expect(field()).not.toHaveAccessibleDescription();
    },
  );

  it.each([
    ['by Enter', (user: ReturnType<typeof open>) => user.keyboard('{Enter}')],
    ['by its button', (user: ReturnType<typeof open>) => user.click(screen.getByText('Send'))],
  ])('converts 3/14/85 to 03/14/1985 before its form is sent %s', async (_how, send) => {
    const user = open();
    await user.type(field(), '3/14/85');
    await send(user);
    expect(screen.getByRole('status')).toHaveTextContent('03/14/1985');
  });

  it('asks about an ambiguous date, and takes the chosen one', async () => {
    const user = open();
    await user.type(field(), '1141985');
    await user.tab();
    expect(field()).toHaveValue('1141985');
    expect(field()).toHaveAccessibleDescription(/Which day do you mean\?/);
    expect(field()).toBeInvalid();
    await user.click(screen.getByRole('button', { name: 'November 4, 1985' }));
    expect(field()).toHaveValue('11/04/1985');
    expect(field()).toHaveFocus();
    expect(screen.queryByText('Which day do you mean?')).toBeNull();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('status')).toHaveTextContent('11/04/1985');
  });

  it('asks about a date with the day first', async () => {
    const user = open();
    await user.type(field(), '31/12/1985');
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Is it this day?')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'December 31, 1985' }));
    expect(field()).toHaveValue('12/31/1985');
  });

  it('does not move a button that is being pressed', async () => {
    const user = open();
    await user.type(field(), '1141985');
    await user.pointer({ keys: '[MouseLeft>]', target: screen.getByText('Send') });
    expect(screen.queryByText('Which day do you mean?')).toBeNull();
    await user.pointer({ keys: '[/MouseLeft]' });
    expect(await screen.findByText('Which day do you mean?')).toBeVisible();
  });

  it('lets the month be corrected', async () => {
    const user = open();
    await user.type(field(), '02/07/1951');
    await user.type(field(), '{Delete}1', { initialSelectionStart: 0, initialSelectionEnd: 0 });
    expect(field()).toHaveValue('12/07/1951');
    expect(field().selectionStart).toBe(1);
  });

  it('keeps inserted zeros, and the caret, while the month before them is corrected', async () => {
    const user = open();
    await user.type(field(), '3141985');
    await user.type(field(), '{Delete}', { initialSelectionStart: 0, initialSelectionEnd: 0 });
    expect(field()).toHaveValue('3/14/1985');
    expect(field().selectionStart).toBe(0);
    await user.keyboard('0');
    expect(field()).toHaveValue('03/14/1985');
    expect(field().selectionStart).toBe(1);
  });

  it('lets everything be deleted', async () => {
    const user = open();
    await user.type(field(), '3/7/1951{Backspace>10/}');
    expect(field()).toHaveValue('');
  });
});
