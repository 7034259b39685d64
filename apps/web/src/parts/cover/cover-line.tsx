import type { Cover } from '@kinfold/domain/cover';
import { Icon, type IconName } from '../../ui/icon.tsx';
import type { Tone } from '../../ui/status-dot.tsx';

const MARKS: Record<'true' | 'false' | 'null', { tone: Tone; icon: IconName }> = {
  true: { tone: 'ok', icon: 'check' },
  false: { tone: 'due', icon: 'close' },
  null: { tone: 'info', icon: 'info' },
};

/** Whether a person is covered today: a mark and the sentence. Empty if the page does not know it. */
export function CoverLine({
  cover,
  saysQuiet = true,
}: {
  cover: Cover | null | undefined;
  /** False where the household itself reads it, or a line above says that nothing is sent to it. */
  saysQuiet?: boolean;
}) {
  if (!cover) return null;
  const { tone, icon } = MARKS[`${cover.isCovered}`];
  return (
    <span className={`status status-${tone}`}>
      <Icon name={icon} size={14} />
      <span>
        {cover.text}
        {saysQuiet && cover.isQuiet && ' Days of quiet: nothing is sent to the household.'}
      </span>
    </span>
  );
}
