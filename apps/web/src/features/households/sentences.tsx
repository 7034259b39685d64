/** What a change would mean, said before it is made. */
export function Sentences({ sentences }: { sentences: readonly string[] }) {
  if (!sentences.length) return <p role="status">Nothing changes by that.</p>;
  return (
    <div role="status" className="d-grid gap-2">
      <p className="row-name">What changes</p>
      <ul className="plain-list">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}
