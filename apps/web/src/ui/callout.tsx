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
    <div {...frame} className={`callout callout-${tone}`}>
      <Icon name={icons[tone]} size={22} />
      <div className="callout-body">
        {title && <p className="callout-title">{title}</p>}
        {children}
      </div>
    </div>
  );
}
