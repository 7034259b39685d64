import { Icon } from '../../ui/icon.tsx';

/** The content of the account menu button; the shell shows it before the code of the menu is loaded. */
export function AccountMenuLabel({ firstNm }: { firstNm: string | null }) {
  return (
    <>
      <Icon name="person" />
      <span className={firstNm ? 'account-name' : 'account-word'}>{firstNm ?? 'Account'}</span>{' '}
      <span className="visually-hidden">menu</span>
      <Icon name="chevron-down" size={18} />
    </>
  );
}
