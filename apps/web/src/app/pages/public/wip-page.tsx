import { Page } from '../../../ui/page.tsx';

/** `/wip`: the spec's placeholder. */
export function WipPage() {
  return <Page title="test WIP" />;
}
