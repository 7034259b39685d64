import type { DeathReport, DeathTask } from '@kinfold/domain/death-report';
import { permittedAt } from '@kinfold/domain/permission';
import type { Scope } from '@kinfold/domain/scope';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Outcome, useUndoable } from '../../parts/undoable.tsx';
import { deathReportsQuery, deathTasksQuery } from '../../queries/deaths.ts';
import { attentionQuery } from '../../queries/staff-home.ts';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { DeathReportRows } from './death-reports.tsx';
import { DeathTaskRows } from './death-task-rows.tsx';

/** Shown on the staff home: open reports of deaths, and the tasks that deaths leave; empty if there are none. */
export function DeathsToDo({ roles }: Pick<Scope, 'roles'>) {
  const { data } = useQuery(attentionQuery);
  const { say, outcome } = useUndoable();
  const { deathReports = 0, deathTasks = 0 } = data ?? {};
  const places = permittedAt(roles, 'households.update');
  const reports = useQueries({
    queries: places.map((place) => ({ ...deathReportsQuery(place), enabled: deathReports > 0 })),
  });
  const tasks = useQueries({
    queries: places.map((place) => ({ ...deathTasksQuery(place), enabled: deathTasks > 0 })),
  });
  return (
    <>
      {deathReports > 0 && (
        <Card title="Reports of deaths">
          <Loaded query={reports} what="the reports">
            {(answers) => <DeathReportRows reports={onceEach<DeathReport>(answers)} isLinked />}
          </Loaded>
        </Card>
      )}
      <Outcome {...outcome} />
      {deathTasks > 0 && (
        <Card title="Left to do after a death">
          <Loaded query={tasks} what="what is left to do">
            {(answers) => <DeathTaskRows tasks={onceEach<DeathTask>(answers)} isNamed say={say} />}
          </Loaded>
        </Card>
      )}
    </>
  );
}

/** Removes repetitions: an organization and one below it both list the same items. */
function onceEach<T extends { _id: string }>(answers: readonly T[][]): T[] {
  return [...new Map(answers.flat().map((one) => [one._id, one])).values()];
}
