import { Icon } from '../ui/icon.tsx';

/** What the button of the signed-in person's menu shows; it stands there before the menu's code has come. */
export function AccountMenuLabel({ firstNm }: { firstNm: string | null }) {
  return (
    <>
      <Icon name="person" />
      <span className="account-name">{firstNm ?? 'Account'}</span>{' '}
      <span className="visually-hidden">menu</span>
      <Icon name="chevron-down" size={18} />
    </>
  );
}
