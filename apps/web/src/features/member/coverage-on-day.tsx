import { DAY_TO_COME, type PersonCoverage } from '@kinfold/domain/coverage';
import type { CalendarDate } from '@kinfold/domain/dates';
import { dateField, parseDate, typedDate } from '@kinfold/domain/dates';
import { deathSentence } from '@kinfold/domain/death-sentence';
import type { Member } from '@kinfold/domain/member';
import { useQuery } from '@tanstack/react-query';
import Button from 'react-bootstrap/Button';
import { Link } from 'react-router-dom';
import * as z from 'zod/mini';
import { dateInWords, dayOf } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { useAddressQuery } from '../../lib/use-address-query.ts';
import { CoverStatus } from '../../parts/cover/cover-status.tsx';
import { paths } from '../../paths.ts';
import { coverageOnQuery, coverageQuery } from '../../queries/coverage.ts';
import { Card } from '../../ui/card.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useFormCall } from '../../ui/use-form-call.ts';

/** Whether a member, and the people covered with them, are covered today, or were on a day kept in the address. */
export function CoverageOnDay({ member }: { member: Member }) {
  const [query, setQuery] = useAddressQuery();
  const on = parseDate(query.get('on') ?? '');
  const today = dayOf(useNow());
  const { formProps, field } = useFormCall({
    schema: z.object({
      day: dateField('Incorrect date').check(z.refine((day) => day <= today, DAY_TO_COME)),
    }),
    initial: { day: on ? typedDate(on) : '' },
    send: async ({ day }) => setQuery((before) => before.set('on', day)),
  });
  return (
    <Card title="Covered on a day?">
      <form {...formProps} className="field-and-button">
        <DateField label="Day" hint="For example the day of a death" {...field('day')} />
        <Button type="submit" variant="outline-primary">
          Show
        </Button>
      </form>
      <OnDay key={on} member={member} on={on} />
      {member.deceasedDt && (
        <p className="targets">
          <Link to={paths.death.href(member._id)}>See the claims of this death</Link>
        </p>
      )}
    </Card>
  );
}

function OnDay({ member, on }: { member: Member; on: CalendarDate | undefined }) {
  const { _id, deceasedDt } = member;
  const ofMember = ({ member_id }: PersonCoverage) => member_id === _id;
  // Of the dead it is asked on the day of the death, as by their claims.
  const day = on ?? deceasedDt;
  const query = useQuery(day ? coverageOnQuery(_id, day) : coverageQuery(_id));
  return (
    <Loaded
      query={query}
      what="the cover of that day"
      title="We cannot show at the moment who was covered."
      rows={2}
    >
      {(data) => (
        <>
          <p role="status">
            {!on && deceasedDt ? (
              <strong>
                {deathSentence(
                  { person: { ...member, deceasedDt }, covers: data.people.filter(ofMember), takenOver: [] },
                  '',
                )}
              </strong>
            ) : (
              <>
                {!on && 'Today: '}
                <strong>{data.sentence}</strong>
              </>
            )}
          </p>
          <ul className="rows">
            {data.people.map((person) => (
              <PersonOnDay key={`${person.member_id}/${person.campaignMembershipId}`} person={person} />
            ))}
          </ul>
          {day && (
            <p className="muted">
              As of the end of {dateInWords(day)}: what was paid or changed after that day does not count.
            </p>
          )}
        </>
      )}
    </Loaded>
  );
}

const WORDS = { true: 'covered', false: 'not covered', null: 'not known' };

/** A person in a fund in one line, which opens for the reasons. */
function PersonOnDay({ person }: { person: PersonCoverage }) {
  return (
    <li>
      <details className="person-on-day">
        <summary>
          {person.name}: <strong>{WORDS[`${person.isCovered}`]}</strong>
          <span className="muted"> · {person.campaignName}</span>
        </summary>
        <CoverStatus cover={person} />
      </details>
    </li>
  );
}
