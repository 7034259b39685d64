import { portal } from '../../lib/portal.ts';

/** The organization responsible for this portal, if it is configured. */
export function WhoRunsIt() {
  const { name, legalEntity, address } = portal();
  if (!legalEntity) return null;
  return (
    <>
      <h2>Who runs {name}</h2>
      <p>
        {legalEntity}
        {address && `, ${address}`}
      </p>
    </>
  );
}
