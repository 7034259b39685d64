/**
 * Formats an input while it is typed and keeps the caret behind the same digit. `isAtEnd` is false when something
 * before the end is edited.
 */
export function formatKeepingCaret(
  input: HTMLInputElement,
  format: (text: string, isAtEnd: boolean) => string,
): void {
  const caret = input.selectionStart ?? input.value.length;
  const isAtEnd = caret === input.value.length;
  const formatted = format(input.value, isAtEnd);
  if (formatted === input.value) return;
  const isSameLength = formatted.length === input.value.length;
  const digitsBefore = input.value.slice(0, caret).replace(/\D/g, '').length;
  input.value = formatted;
  if (isAtEnd) return;
  if (isSameLength) {
    input.setSelectionRange(caret, caret);
    return;
  }
  let place = 0;
  for (let digits = 0; digits < digitsBefore && place < formatted.length; place += 1)
    if (/\d/.test(formatted.charAt(place))) digits += 1;
  input.setSelectionRange(place, place);
}
