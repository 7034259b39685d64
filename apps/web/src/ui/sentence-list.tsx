/** Sentences, each a point of a list. */
export function SentenceList({ sentences }: { sentences: readonly string[] }) {
  return (
    <ul className="plain-list">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
