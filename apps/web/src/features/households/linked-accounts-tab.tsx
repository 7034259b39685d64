import type { LinkedHousehold } from '@kinfold/domain/household';
import type { Member } from '@kinfold/domain/member';
import { nameInText } from '@kinfold/domain/text';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import { Link } from 'react-router-dom';
import { date } from '../../lib/format.ts';
import { Outcome, useUndoable } from '../../parts/undoable.tsx';
import { usePermissions } from '../../parts/access/use-permissions.ts';
import { paths } from '../../paths.ts';
import { linkedHouseholdsQuery, linkHousehold, unlinkHousehold } from '../../queries/households.ts';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { List } from '../../ui/list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { LinkHouseholdDialog } from './link-household-dialog.tsx';

/** The households that a member may see and pay for; staff add and remove them (spec section 2). */
export function LinkedAccountsTab({ member }: { member: Member }) {
  const client = useQueryClient();
  const query = useQuery(linkedHouseholdsQuery(member._id));
  const mayChange = usePermissions(member.organizationNumber)?.('households.update') === true;
  const [isAdding, setAdding] = useState(false);
  const { run, say, outcome } = useUndoable();
  const remove = ({ household_id, primaryMemberName }: LinkedHousehold) =>
    void run(() => unlinkHousehold(client, member._id, household_id), {
      text: `${member.firstNm} may no longer see the household of ${nameInText(primaryMemberName)}, nor pay for it.`,
      undo: () => linkHousehold(client, member._id, { household_id }),
    });
  return (
    <Card
      title="Linked accounts"
      aside={
        mayChange &&
        !member.deceasedDt && (
          <Button variant="outline-primary" onClick={() => setAdding(true)}>
            <Icon name="plus" /> Link household
          </Button>
        )
      }
    >
      <Outcome {...outcome} />
      <Loaded query={query} what="the linked accounts" rows={2}>
        {(data) => (
          <List
            rows={data}
            emptyTitle="No linked accounts"
            emptyHint={
              member.deceasedDt
                ? 'Households are linked to living members only.'
                : `The households that ${member.firstNm} may see and pay for are listed here.`
            }
          >
            {(one) => (
              <li className="row-item" key={one.household_id}>
                <div className="row-text">
                  <p className="row-name">
                    <Link className="row-link" to={paths.member.href(one.member_id)}>
                      {one.primaryMemberName}
                    </Link>
                  </p>
                  <p className="row-note">{allowedText(one)}</p>
                </div>
                {mayChange && (
                  <Button variant="outline-primary" onClick={() => remove(one)}>
                    Remove <span className="visually-hidden">{one.primaryMemberName}</span>
                  </Button>
                )}
              </li>
            )}
          </List>
        )}
      </Loaded>
      {isAdding && (
        <LinkHouseholdDialog
          member={member}
          onClose={() => setAdding(false)}
          onLinked={(done) => {
            setAdding(false);
            say(done);
          }}
        />
      )}
    </Card>
  );
}

function allowedText({ allowedBy, allowedDt }: LinkedHousehold): string {
  return allowedBy && allowedDt
    ? `Allowed by ${allowedBy}, ${date(allowedDt)}`
    : 'Allowed before the history began';
}
