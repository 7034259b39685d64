import type { ComponentProps, ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import type { Tone } from './status-dot.tsx';

const icons: Record<Tone, IconName> = {
  ok: 'check',
  due: 'calendar',
  warn: 'alert',
  danger: 'alert',
  info: 'info',
};

/** A note in the flow of a page, with an icon and a tone. */
export function Callout({
  tone = 'info',
  title,
  children,
  ...frame
}: Omit<ComponentProps<'div'>, 'className' | 'title'> & { tone?: Tone; title?: ReactNode }) {
  return (
    <div {...frame} className={`alert alert-${tone}`}>
      <Icon name={icons[tone]} size={22} />
      <div className="alert-body">
        {title && <p className="alert-heading fw-semibold">{title}</p>}
        {children}
      </div>
    </div>
  );
}
