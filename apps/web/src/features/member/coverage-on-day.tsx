import { DAY_TO_COME } from '@kinfold/domain/coverage';
import { parseDate, parseTypedDate, typedDate } from '@kinfold/domain/dates';
import type { Member } from '@kinfold/domain/member';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { dateInWords, dayOf } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { useAddressQuery } from '../../lib/use-address-query.ts';
import { CoverRow } from '../../parts/cover/cover-row.tsx';
import { coverageOnQuery } from '../../queries/coverage.ts';
import { Card } from '../../ui/card.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { Form } from '../../ui/form.tsx';
import { Loaded } from '../../ui/loaded.tsx';

/** Whether a member, and whoever is covered with them, was covered on a day, which stands in the address. */
export function CoverageOnDay({ member }: { member: Member }) {
  const [query, setQuery] = useAddressQuery();
  const on = parseDate(query.get('on') ?? '');
  const [typed, setTyped] = useState(on ? typedDate(on) : '');
  const [error, setError] = useState<string>();
  const today = dayOf(useNow());
  const show = () => {
    const day = parseTypedDate(typed);
    setError(day === undefined ? 'Incorrect date' : day > today ? DAY_TO_COME : undefined);
    if (day === undefined || day > today) return;
    setQuery((before) => {
      before.set('on', day);
    });
  };
  return (
    <Card title="Covered on a day?">
      <Form className="day-form" onSubmit={show}>
        <DateField
          label="Day"
          hint="For example the day of a death"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          error={error}
          required
        />
        <Button type="submit" variant="outline-primary">
          Show
        </Button>
      </Form>
      {on && <OnDay key={on} memberId={member._id} on={on} />}
    </Card>
  );
}

function OnDay({ memberId, on }: { memberId: string; on: string }) {
  const query = useQuery(coverageOnQuery(memberId, on));
  return (
    <Loaded
      query={query}
      what="the cover of that day"
      title="We cannot say at the moment who was covered."
      rows={2}
    >
      {(data) => (
        <>
          <p role="status">
            <strong>{data.sentence}</strong>
          </p>
          <ul className="rows">
            {data.people.map((person) => (
              <CoverRow key={`${person.member_id}/${person.campaignMembershipId}`} person={person} />
            ))}
          </ul>
          <p className="muted">
            As it stood at the end of {dateInWords(on)}: what was paid or changed after that day does not
            count.
          </p>
        </>
      )}
    </Loaded>
  );
}
