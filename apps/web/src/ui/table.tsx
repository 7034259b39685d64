import BootstrapTable, { type TableProps } from 'react-bootstrap/Table';
import '../theme/table.scss';

/**
 * A table; its cells with figures have the class `numeric`. With `isStacked` a row is a block on a phone, its cells
 * labelled with their columns (`data-label`).
 */
export function Table({ isStacked = false, className = '', ...table }: TableProps & { isStacked?: boolean }) {
  return <BootstrapTable className={`${isStacked ? 'table-stacked' : ''} ${className}`.trim()} {...table} />;
}
