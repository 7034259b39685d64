import { NAME_MAX, TYPEAHEAD_MIN_CHARS } from '@kinfold/domain/constants';
import type { FoundOrganization } from '@kinfold/domain/organization';
import { pluralOf } from '@kinfold/domain/text';
import type { Ref } from 'react';
import { useTypeahead } from '../../lib/use-typeahead.ts';
import { organizationSearchQuery } from '../../queries/organizations.ts';
import { Combobox } from '../../ui/combobox.tsx';

/** Searches the organizations that the user may see: from 2 letters of the name, debounced by 200 ms. */
export function OrganizationField({
  label,
  hint,
  text,
  isChosen,
  mayChoose = () => true,
  emptyNote = 'No organization was found. Check the spelling.',
  onText,
  onChoose,
  error,
  inputRef,
}: {
  label: string;
  hint: string;
  text: string;
  isChosen: boolean;
  mayChoose?: (found: FoundOrganization) => boolean;
  /** Shown when no organization is found, or none that may be chosen. */
  emptyNote?: string;
  onText: (text: string) => void;
  onChoose: (organization: FoundOrganization) => void;
  error?: string | undefined;
  inputRef?: Ref<HTMLInputElement>;
}) {
  const search = useTypeahead(text, TYPEAHEAD_MIN_CHARS, organizationSearchQuery, isChosen);
  const found = search.found?.filter(mayChoose);
  const note = search.noteOf('organizations', () =>
    found?.length ? pluralOf(found.length, '# organization found', '# organizations found') : emptyNote,
  );
  return (
    <Combobox
      label={label}
      hint={hint}
      text={text}
      maxLength={NAME_MAX}
      onText={onText}
      options={found}
      keyOf={({ organizationNumber }) => organizationNumber}
      onChoose={onChoose}
      note={note}
      error={error}
      {...(inputRef && { inputRef })}
    >
      {({ organizationName, above }) => (
        <>
          <span>{organizationName}</span>{' '}
          <span className="muted small">{above.map((one) => one.organizationName).join(' › ')}</span>
        </>
      )}
    </Combobox>
  );
}
