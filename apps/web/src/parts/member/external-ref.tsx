import { useClientConfig } from '../../lib/client-config.ts';
import { Icon } from '../../ui/icon.tsx';

/** A reference to another system: a link if the deployment has a URL template for it, otherwise text. */
export function ExternalRef({ value }: { value: string }) {
  const template = useClientConfig().data?.externalRefUrl;
  if (!template?.startsWith('https://')) return <span className="reference">{value}</span>;
  return (
    <a
      className="reference"
      href={template.replaceAll('{ref}', encodeURIComponent(value))}
      target="_blank"
      rel="noreferrer"
    >
      {value}
      <Icon name="external" size={16} /> <span className="visually-hidden">(opens in a new tab)</span>
    </a>
  );
}
