import type { PersonCoverage } from '@kinfold/domain/coverage';
import type { ReactNode } from 'react';
import { CoverStatus } from './cover-status.tsx';

/** A person in a fund and their cover by it, with `children` below. */
export function CoverRow({ person, children }: { person: PersonCoverage; children?: ReactNode }) {
  return (
    <li className="row-item">
      <div className="row-text">
        <p className="row-name">{person.name}</p>
        <p className="row-note">{person.campaignName}</p>
      </div>
      <div className="row-more">
        <CoverStatus cover={person} />
        {children}
      </div>
    </li>
  );
}
