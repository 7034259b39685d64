/** What could not be read of a row of an imported list, column by column. */
export function ColumnFaults({ faults }: { faults: readonly { column: string; message: string }[] }) {
  return (
    <ul className="plain-list break-anywhere">
      {faults.map(({ column, message }) => (
        <li key={`${column} ${message}`}>
          <strong>{column}:</strong> {message}
        </li>
      ))}
    </ul>
  );
}
