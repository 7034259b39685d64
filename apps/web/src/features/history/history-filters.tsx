import { AUDIT_ACTIONS, AuditFilters } from '@kinfold/domain/audit';
import { auditActionName } from '@kinfold/domain/audit-sentence';
import { typedDate } from '@kinfold/domain/dates';
import { useId, useRef, useState } from 'react';
import Button from 'react-bootstrap/Button';
import { useNavigate } from 'react-router-dom';
import { OrganizationOptions, type Chosen } from '../../parts/access/in-organization.tsx';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useFormCall } from '../../ui/use-form-call.ts';
import { countFilters } from './filters.ts';

const ACTIONS = AUDIT_ACTIONS.map((action) => ({ action, name: auditActionName(action) })).toSorted(
  (one, other) => (one.name < other.name ? -1 : 1),
);

const typed = (day: string | undefined) => (day ? typedDate(day) : '');

/** The filters of the history, kept in the address. On a phone they are folded. */
export function HistoryFilters({
  filters,
  choices,
}: Pick<Chosen, 'choices'> & {
  /** The filters of the address. */
  filters: AuditFilters;
}) {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const { action = '', actor = '' } = filters;
  const shown = { ...filters, action, actor, from: typed(filters.from), to: typed(filters.to) };
  const { formProps, field } = useFormCall({
    schema: AuditFilters,
    initial: shown,
    values: shown,
    send: async (asked) => {
      await navigate(paths.history.href(asked), { preventScrollReset: true });
      // Folds the form, where it can be folded.
      setOpen(false);
      opener.current?.focus();
    },
  });
  const count = countFilters(filters);
  const { organization_number } = filters;
  return (
    <div className="vstack gap-3">
      <Button
        ref={opener}
        variant="outline-primary"
        className="me-auto"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        Filters{count > 0 && ` (${count})`} <Icon name="chevron-down" size={18} />
      </Button>
      <form {...formProps} className={isOpen ? 'folded-filters is-open' : 'folded-filters'} id={id}>
        <SelectField label="Organization" {...field('organization_number')} required={false}>
          <OrganizationOptions choices={choices} />
        </SelectField>
        <SelectField label="What" {...field('action')} required={false}>
          <option value="">Everything</option>
          {ACTIONS.map(({ action, name }) => (
            <option key={action} value={action}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Who (email)"
          inputMode="email"
          autoCapitalize="none"
          autoComplete="off"
          {...field('actor')}
          required={false}
        />
        <DateField label="From" {...field('from')} required={false} />
        <DateField label="To" {...field('to')} required={false} />
        <div className="button-row">
          <Button type="submit">Show</Button>
          {count > 0 && (
            <ButtonLink variant="link" to={paths.history.href({ organization_number })} preventScrollReset>
              Clear filters
            </ButtonLink>
          )}
        </div>
      </form>
    </div>
  );
}
