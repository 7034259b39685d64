import { ERASED_PERSON, type ErasurePreview } from '@kinfold/domain/erasure';
import type { Member } from '@kinfold/domain/member';
import { fullName } from '@kinfold/domain/person-name';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { eraseMember, erasureQuery, savePerson } from '../../queries/erasure.ts';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { RemoveByName } from '../../ui/remove-by-name.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { SentenceList } from '../../ui/sentence-list.tsx';

/** All data of a member, as a file to hand to them. */
export function HandOutMember({ member }: { member: Member }) {
  return (
    <Card title="Hand out what is kept">
      <p>
        A file with everything that is kept of {member.firstNm}, for when{' '}
        {member.deceasedDt ? 'the family asks' : 'they ask'} for it. It is private: give it to them and to
        nobody else. The history records that you downloaded it.
      </p>
      <DownloadButton
        path={() => savePerson(member._id, `${member.memberId}.json`)}
        fileName={`${member.memberId}.json`}
      >
        Download everything of {member.firstNm}
      </DownloadButton>
    </Card>
  );
}

const whoAsks = ({ deceasedDt }: Member): string =>
  deceasedDt ? 'For families who ask for it.' : 'For people who ask to be forgotten.';

/** Erases a member once their name has been typed, after showing what is removed and what stays. */
export function EraseMember({ member }: { member: Member }) {
  const query = useQuery(erasureQuery(member._id));
  const frame = (state: ReactNode) => (
    <Card title="Erase">
      <p>{whoAsks(member)}</p>
      {state}
    </Card>
  );
  return (
    <Loaded
      query={query}
      what="what is kept"
      title="We cannot show what erasing removes at the moment."
      loading={<SkeletonRows rows={3} label="Checking what is kept" />}
      frame={frame}
    >
      {(preview) =>
        preview.refusals.length === 0 ? (
          <EraseByName member={member} preview={preview} />
        ) : (
          frame(
            <Callout tone="warn" title={`${member.firstNm} cannot be erased now`}>
              <SentenceList sentences={preview.refusals} />
            </Callout>,
          )
        )
      }
    </Loaded>
  );
}

function EraseByName({ member, preview }: { member: Member; preview: ErasurePreview }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const name = fullName(member);
  const remove = async () => {
    await eraseMember(client, member._id, name);
    await navigate(paths.members.href(), { replace: true, state: { erased: true } });
  };
  return (
    <RemoveByName
      title="Erase"
      name={name}
      label={`To erase them, type ${name}`}
      button={`Erase ${name}`}
      busyText="Erasing"
      notRemoved={`${member.firstNm} is not erased.`}
      remove={remove}
    >
      <p>
        {whoAsks(member)} It cannot be undone. The books stay whole and say “{ERASED_PERSON}”.
      </p>
      <h3>What goes</h3>
      <ul className="break-anywhere">
        {preview.goes.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      <h3>What stays</h3>
      <ul className="break-anywhere">
        {preview.stays.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </RemoveByName>
  );
}
