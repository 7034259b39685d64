import { useIsOnline } from '../lib/use-is-online.ts';
import { Callout } from './callout.tsx';

/** Says that the device is offline, once for all of a page. */
export function OfflineNote() {
  if (useIsOnline()) return null;
  return (
    <Callout tone="warn" title="You are offline." role="status">
      <p>What stands here may have changed. It is asked for again when you are online.</p>
    </Callout>
  );
}
