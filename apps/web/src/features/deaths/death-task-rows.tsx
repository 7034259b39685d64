import type { DeathTask } from '@kinfold/domain/death-report';
import { useQueryClient } from '@tanstack/react-query';
import Button from 'react-bootstrap/Button';
import { Link } from 'react-router-dom';
import { dateInWords } from '../../lib/format.ts';
import { paths } from '../../paths.ts';
import type { Done } from '../../parts/undoable.tsx';
import { finishDeathTask, reopenDeathTask } from '../../queries/deaths.ts';
import '../../theme/staff.scss';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { useCall } from '../../ui/use-call.ts';

/** The tasks that deaths leave: each with a link, and completed with one press. `isNamed` shows whose death it was. */
export function DeathTaskRows({
  tasks,
  isNamed = false,
  say,
}: {
  tasks: readonly DeathTask[];
  isNamed?: boolean;
  /** Shows what is done, with Undo (`useUndoable`), in the parent: the rows may be gone. */
  say: (done: Done) => void;
}) {
  const client = useQueryClient();
  const { isBusy, of, failure, call } = useCall();
  const finish = async (id: string, text: string) => {
    await finishDeathTask(client, id);
    say({ text: `Done: ${text}`, undo: () => reopenDeathTask(client, id) });
  };
  return (
    <>
      {failure && (
        <ProblemNote {...failure}>
          <p>The list is as it is now.</p>
        </ProblemNote>
      )}
      <ul className="rows break-anywhere">
        {tasks.map(({ _id, member, text, href, done }) => (
          <li key={_id} className="line targets">
            <span>
              <Link to={href}>{text}</Link>
              {(isNamed || done) && (
                <span className="d-block muted">
                  {isNamed && (
                    <>
                      After the death of <Link to={paths.death.href(member.member_id)}>{member.name}</Link>
                    </>
                  )}
                  {done && `Done by ${done.by} on ${dateInWords(new Date(done.at))}`}
                </span>
              )}
            </span>
            {!done && (
              <Button
                variant="outline-primary"
                aria-busy={(isBusy && of === _id) || undefined}
                onClick={() => void call(() => finish(_id, text), _id)}
              >
                Done <span className="visually-hidden">: {text}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
