import { useClientConfig } from '../../lib/client-config.ts';
import './for-offices.scss';

/** The pictures that `npm run pictures` takes of the office's side. */
const PICTURES = [
  {
    src: '/pictures/office-home.png',
    alt: 'The first page of the office: what needs somebody today, and how each organization stands',
    text: 'What needs somebody today: requests, memberships to confirm, dues that end soon.',
  },
  {
    src: '/pictures/office-collection.png',
    alt: 'A collection: how much came in, who has paid and who still owes',
    text: 'A collection: how much came in, who has paid, and who still owes.',
  },
];

/** For offices that look for such software: what the office has of it, and how to try it. */
export function ForOffices() {
  const { data } = useClientConfig();
  return (
    <section className="for-offices" aria-labelledby="for-offices">
      <h2 id="for-offices">Do you run a fund?</h2>
      <p>
        Kinfold is free software for churches and communities with funeral funds. Volunteers see who is
        covered, make the dues of every household after a death in one step, remind those who have not paid,
        and keep the books without a spreadsheet.
      </p>
      <div className="office-pictures">
        {PICTURES.map(({ src, alt, text }) => (
          <figure key={src} className="d-grid gap-2">
            <img src={src} alt={alt} width="1280" height="800" loading="lazy" />
            <figcaption className="row-note">{text}</figcaption>
          </figure>
        ))}
      </div>
      <h3>How to try it</h3>
      <p>
        On a computer with Node and git, <code>npm start</code> runs all of it with demo data: no database to
        install, and no account at a card provider.
        {data && data.environment !== 'production' && (
          <>
            {' '}
            Here the demo accounts of the README work, for instance manager@demo.test with the password
            Demo1234.
          </>
        )}
      </p>
    </section>
  );
}
