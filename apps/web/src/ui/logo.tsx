import { LOGO_PATH } from '@kinfold/domain/portal';
import { portal } from '../lib/portal.ts';

/** The logo and the name of the portal. */
export function Logo() {
  const { name, hasLogo } = portal();
  return (
    <span className="logo">
      {hasLogo ? <img src={LOGO_PATH} alt="" height="34" /> : <Flame />}
      <span>{name}</span>
    </span>
  );
}

function Flame() {
  return (
    <svg width="2.125rem" height="2.125rem" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <g fill="var(--kf-primary)">
        <path d="M15.2 5.2C9.2 8.6 5.8 14.4 5.8 21.4v5.2h5.4v-4.8c0-5.8 1.3-11.2 4-16.6Z" />
        <path d="M16.8 5.2c6 3.4 9.4 9.2 9.4 16.2v5.2h-5.4v-4.8c0-5.8-1.3-11.2-4-16.6Z" />
      </g>
      <path
        fill="var(--kf-light)"
        d="M16 16.6c1.9 2.3 2.8 4 2.8 5.6a2.8 2.8 0 0 1-5.6 0c0-1.6.9-3.3 2.8-5.6Z"
      />
    </svg>
  );
}
