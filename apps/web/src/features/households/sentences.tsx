import { SentenceList } from '../../ui/sentence-list.tsx';

/** The effects of a change, shown before it is made. */
export function Sentences({ sentences }: { sentences: readonly string[] }) {
  if (!sentences.length) return <p role="status">This changes nothing.</p>;
  return (
    <div role="status" className="d-grid gap-2">
      <p className="row-name">What changes</p>
      <SentenceList sentences={sentences} />
    </div>
  );
}
