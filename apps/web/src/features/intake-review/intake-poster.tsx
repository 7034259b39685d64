import { Fragment, useState } from 'react';
import Button from 'react-bootstrap/Button';
import { encode } from 'uqr';
import { paths } from '../../paths.ts';
import { Icon } from '../../ui/icon.tsx';
import './intake-review.scss';

/** The width of the white edge that cameras need. */
const EDGE = 4;

/** Returns the squares of a QR code as one SVG path. */
function squaresOf(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: EDGE });
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return { size, path: squares.join('') };
}

/** An address that can wrap after its separators. */
function Breakable({ address }: { address: string }) {
  return address.split(/([/?=])/).map((part, index) => (
    <Fragment key={`${index} ${part}`}>
      {part}
      {/[/?=]/.test(part) && <wbr />}
    </Fragment>
  ));
}

/** The link of an organization's intake form and its QR code, to send and to hang up. */
export function IntakePoster({
  organizationNumber,
  organizationName,
}: {
  organizationNumber: string;
  organizationName: string;
}) {
  const [said, setSaid] = useState('');
  const link = `${location.origin}${paths.intakeForm.href({ organization: organizationNumber })}`;
  const { size, path } = squaresOf(link);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setSaid('The link is copied.');
    } catch {
      setSaid('Your browser does not let us copy. Please select the link and copy it.');
    }
  };
  return (
    <>
      <div className="button-row d-print-none">
        <Button onClick={() => window.print()}>
          <Icon name="print" /> Print
        </Button>
        <Button variant="outline-primary" onClick={() => void copy()}>
          Copy the link
        </Button>
      </div>
      <output className={said ? 'muted' : 'visually-hidden'}>{said}</output>
      <section className="card card-body poster" aria-label="To hang up">
        <h2>Become a member of {organizationName}</h2>
        <svg
          viewBox={`0 0 ${size} ${size}`}
          role="img"
          aria-label="QR code of the link"
          shapeRendering="crispEdges"
        >
          <path d={path} fill="#000" />
        </svg>
        <p>Point the camera of your phone at the code, or open</p>
        <p>
          <strong>
            <Breakable address={link} />
          </strong>
        </p>
      </section>
    </>
  );
}
