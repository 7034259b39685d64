import { addressLines } from '@kinfold/domain/any-address';
import type { Claim } from '@kinfold/domain/claim';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { hasDraft } from '../../lib/form-draft.ts';
import { Phone } from '../../parts/member/phone.tsx';
import { Outcome, useUndoable } from '../../parts/undoable.tsx';
import { claimQuery, patchClaim } from '../../queries/claims.ts';
import '../../theme/staff.scss';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PAYEE_KIND_NAMES } from './claim-texts.ts';
import { isPaid, PayeeDialog, payeeDraft } from './payee-dialog.tsx';
import { sentPayee, type Payee } from './sent-payee.ts';

/** Who is paid: the family, the funeral home. */
export function ClaimPayees({ claim }: { claim: Claim }) {
  const client = useQueryClient();
  const { run, outcome } = useUndoable();
  const mayEdit = claim.may.includes('edit');
  const [open, setOpen] = useState<Payee | 'new' | undefined>(() =>
    mayEdit && hasDraft(payeeDraft(claim, undefined)) ? 'new' : undefined,
  );
  const payees = claim.payees;
  const save = (next: readonly Payee[]) => {
    const { version } = client.getQueryData(claimQuery(claim._id).queryKey) ?? claim;
    return patchClaim(client, claim._id, { version, payees: next.map(sentPayee) });
  };
  return (
    <Card title="Who is paid">
      <Outcome {...outcome} />
      {payees.length === 0 && (
        <p className="muted">Nobody yet. Often it is the family, the funeral home, or both.</p>
      )}
      <ul className="rows break-anywhere">
        {payees.map((payee) => (
          <li key={payee.payeeId} className="line targets">
            <div className="line-wide">
              <p className="row-name">{payee.name}</p>
              <p className="row-note">
                {PAYEE_KIND_NAMES[payee.kind]}
                {payee.phone && (
                  <>
                    {' '}
                    · <Phone value={payee.phone} />
                  </>
                )}
                {payee.email && ` · ${payee.email}`}
              </p>
              {payee.address && <p className="row-note">{addressLines(payee.address).join(', ')}</p>}
            </div>
            {mayEdit && (
              <span className="line-wide d-flex flex-wrap gap-2">
                <Button variant="link" onClick={() => setOpen(payee)}>
                  Change <span className="visually-hidden">{payee.name}</span>
                </Button>
                {!isPaid(claim, payee) && (
                  <Button
                    variant="link"
                    onClick={() =>
                      void run(() => save(payees.filter((one) => one !== payee)), {
                        text: `${payee.name} is removed.`,
                        undo: () => save(payees),
                      })
                    }
                  >
                    Remove <span className="visually-hidden">{payee.name}</span>
                  </Button>
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
      {mayEdit && (
        <div className="button-row">
          <Button variant="outline-primary" onClick={() => setOpen('new')}>
            <Icon name="plus" /> Add a payee
          </Button>
        </div>
      )}
      {open && (
        <PayeeDialog
          claim={claim}
          payee={open === 'new' ? undefined : open}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Card>
  );
}
