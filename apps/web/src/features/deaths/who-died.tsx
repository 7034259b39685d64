import { MEMBER_SEARCH_MIN_CHARS, NAME_MAX } from '@kinfold/domain/constants';
import { fullName } from '@kinfold/domain/person-name';
import { pluralOf } from '@kinfold/domain/text';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { date } from '../../lib/format.ts';
import { useTypeahead } from '../../lib/use-typeahead.ts';
import { DidYouMean } from '../../parts/member/did-you-mean.tsx';
import { paths } from '../../paths.ts';
import { searchQuery } from '../../queries/search.ts';
import { Combobox } from '../../ui/combobox.tsx';

/** Finds the deceased among all members of the user's organizations. */
export function WhoDied() {
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const search = useTypeahead(text, MEMBER_SEARCH_MIN_CHARS, searchQuery);
  const found = search.found?.members;
  const note = search.noteOf('members', ({ members }) =>
    members.length ? pluralOf(members.length, '# member found', '# members found') : 'Nobody was found.',
  );
  return (
    <div className="narrow-form">
      <Combobox
        label="Who has died"
        hint={`At least ${MEMBER_SEARCH_MIN_CHARS} characters of the name, or the member or phone number`}
        text={text}
        maxLength={NAME_MAX}
        onText={setText}
        options={found}
        keyOf={({ _id }) => _id}
        onChoose={({ _id }) => void navigate(paths.death.href(_id))}
        note={note}
        below={(type) => search.isFresh && found?.length === 0 && <DidYouMean term={text} onChoose={type} />}
      >
        {({ birthDt, memberId, organizationName, formerly, ...name }) => (
          <span className="break-anywhere">
            <span className="d-block">
              {fullName(name)}
              {formerly && <span className="muted"> (formerly {formerly})</span>}
            </span>{' '}
            <span className="d-block muted small">
              <span className="tabular">{memberId}</span> · born{' '}
              <span className="tabular">{date(birthDt)}</span> · {organizationName}
            </span>
          </span>
        )}
      </Combobox>
    </div>
  );
}
