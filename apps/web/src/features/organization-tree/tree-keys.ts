import type { KeyboardEvent } from 'react';

const TYPE_AHEAD_MS = 700;

/** The letters typed to find an item, and when. */
export type TypedAhead = { text: string; at: number };

const isShown = (item: HTMLElement) => item.getAttribute('aria-disabled') !== 'true';

/** Returns the visible items of a tree, from the top. */
const itemsOf = (tree: HTMLElement) =>
  [...tree.querySelectorAll<HTMLElement>('[role=treeitem]')].filter(isShown);

/**
 * Moves the focus in a tree by the keys of the ARIA tree pattern: up, down, Home and End move over visible items, left
 * and right between an item and those below it, letters to the next name that begins with them. `toggle` opens or
 * closes the focused item. Returns the typed letters.
 */
export function moveInTree(
  event: KeyboardEvent<HTMLElement>,
  typed: TypedAhead,
  toggle: (item: HTMLElement) => void,
): TypedAhead {
  const items = itemsOf(event.currentTarget);
  const item = items.find((one) => one === document.activeElement);
  if (!item || event.altKey || event.ctrlKey || event.metaKey) return typed;
  const index = items.indexOf(item);
  const isOpen = item.getAttribute('aria-expanded');
  const go = (to: HTMLElement | undefined) => to?.focus();
  switch (event.key) {
    case 'ArrowDown':
      go(items[index + 1]);
      break;
    case 'ArrowUp':
      go(items[index - 1]);
      break;
    case 'Home':
      go(items[0]);
      break;
    case 'End':
      go(items.at(-1));
      break;
    case 'ArrowRight':
      if (isOpen === 'false') toggle(item);
      else if (isOpen === 'true') go(items[index + 1]);
      break;
    case 'ArrowLeft':
      if (isOpen === 'true') toggle(item);
      else go(parentOf(item));
      break;
    case ' ':
      item.click();
      break;
    default:
      return event.key.length === 1 ? findAhead(event, items, index, typed) : typed;
  }
  event.preventDefault();
  return { text: '', at: 0 };
}

const parentOf = (item: HTMLElement) =>
  item.closest('[role=group]')?.parentElement?.querySelector<HTMLElement>('[role=treeitem]') ?? undefined;

function findAhead(
  { key, timeStamp }: KeyboardEvent,
  items: readonly HTMLElement[],
  index: number,
  typed: TypedAhead,
): TypedAhead {
  const text = (timeStamp - typed.at < TYPE_AHEAD_MS ? typed.text : '') + key.toLowerCase();
  // A first letter moves to the next item; further letters may still match the current one.
  const first = text.length > 1 ? index : index + 1;
  const order = [...items.slice(first), ...items.slice(0, first)];
  order.find((item) => item.dataset['name']?.toLowerCase().startsWith(text))?.focus();
  return { text, at: timeStamp };
}
