import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { DateField } from './date-field.tsx';

const field = () => screen.getByLabelText<HTMLInputElement>('Date of birth');
function open() {
  render(<DateField label="Date of birth" />);
  return userEvent.setup();
}

describe('a date field', () => {
  it.each([
    ['03071951', '03/07/1951'],
    ['03/07/1951', '03/07/1951'],
    ['3/7/1951', '03/07/1951'],
    ['12/1/2001', '12/01/2001'],
    ['3/', '03'],
    ['3141985', '03/14/1985'],
    ['341985', '03/04/1985'],
    // Day first is not changed to another date.
    ['31121985', '31/12/1985'],
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

  it('lets the month be corrected', async () => {
    const user = open();
    await user.type(field(), '02/07/1951');
    await user.type(field(), '{Delete}1', { initialSelectionStart: 0, initialSelectionEnd: 0 });
    expect(field()).toHaveValue('12/07/1951');
  });

  it('keeps the zeros it put in while the month before them is corrected', async () => {
    const user = open();
    await user.type(field(), '3141985');
    await user.type(field(), '{Delete}', { initialSelectionStart: 0, initialSelectionEnd: 0 });
    expect(field()).toHaveValue('31/41/985');
    expect(field().selectionStart).toBe(0);
    await user.keyboard('0');
    expect(field()).toHaveValue('03/14/1985');
  });

  it('lets everything be deleted', async () => {
    const user = open();
    await user.type(field(), '3/7/1951{Backspace>10/}');
    expect(field()).toHaveValue('');
  });
});
