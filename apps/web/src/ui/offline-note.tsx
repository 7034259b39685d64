import { useIsOnline } from '../lib/use-is-online.ts';
import { Callout } from './callout.tsx';

/** A note that the device is offline, once per page. */
export function OfflineNote() {
  if (useIsOnline()) return null;
  return (
    <Callout tone="warn" title="You are offline." role="status">
      <p>What you see here may be out of date. It will be loaded again when you are online.</p>
    </Callout>
  );
}
