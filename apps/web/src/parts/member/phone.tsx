import { dialedPhone, isValidPhone, showPhone } from '@kinfold/domain/phone';
import { Icon } from '../../ui/icon.tsx';

/** A phone number as a `tel:` link; one without ten digits is marked as invalid (spec section 5). */
export function Phone({ value }: { value: string }) {
  if (!isValidPhone(value))
    return (
      <span className="text-danger break-anywhere">
        <Icon name="alert" size={18} /> {showPhone(value)} <span className="small">(not a valid number)</span>
      </span>
    );
  return (
    <a className="target tabular" href={`tel:${dialedPhone(value)}`}>
      {showPhone(value)}
    </a>
  );
}
