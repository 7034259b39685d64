import { portal } from '../../lib/portal.ts';

/** Who answers for this portal, where it says so. */
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
