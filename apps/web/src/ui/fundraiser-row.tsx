import type { MemberCampaign } from '@kinfold/domain/campaign';
import type { ReactNode } from 'react';
import { Money } from './money.tsx';

/** A fundraiser in a list: its name and what it is; its status, or else what is open in it; one action. */
export function FundraiserRow({
  campaign,
  status,
  action,
}: {
  campaign: MemberCampaign;
  status?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <li className="row-item">
      <div className="row-text">
        <p className="row-name">{campaign.campaignName}</p>
        <p className="row-note">{campaign.shortDescription}</p>
      </div>
      <div className="row-amount">
        {status || (
          <strong className="text-due">
            <Money amount={campaign.currentCampaignRunsBalance} />
          </strong>
        )}
      </div>
      {action && <div className="row-action">{action}</div>}
    </li>
  );
}
