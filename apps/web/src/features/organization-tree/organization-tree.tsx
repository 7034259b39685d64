import type { OrganizationChoice, OrganizationRow } from '@kinfold/domain/organization';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { asProblem } from '../../lib/problem.ts';
import { useAddressQuery } from '../../lib/use-address-query.ts';
import { paths } from '../../paths.ts';
import { levelQuery } from '../../queries/organizations.ts';
import { Icon } from '../../ui/icon.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { organizationCounts } from './organization-counts.ts';
import { moveInTree } from './tree-keys.ts';
import './organization-tree.scss';

/** The shared state of the tree's items. */
type Tree = {
  open: ReadonlySet<string>;
  toggle: (organizationNumber: string) => void;
  /** The item that Tab reaches. */
  active: string | undefined;
  setActive: (organizationNumber: string) => void;
};

/** Returns the organizations that are open by the address; without a parameter, a single organization at the top. */
function openIn(params: URLSearchParams, top: readonly OrganizationRow[]): Set<string> {
  const [only, ...others] = top;
  const open = params.get('open') ?? (others.length ? '' : only?.organizationNumber);
  return new Set(open?.split(',').filter(Boolean));
}

/** The organizations of the user's scope as a tree that opens level by level; the open ones are kept in the address. */
export function OrganizationTree({ addFirst }: { addFirst: ReactNode }) {
  const [params, setParams] = useAddressQuery();
  const top = useQuery(levelQuery(null));
  const [chosen, setActive] = useState<string>();
  const typed = useRef({ text: '', at: 0 });
  const toggleOf = (data: readonly OrganizationRow[]) => (number: string) => {
    setActive(number);
    setParams(
      (before) => {
        const next = openIn(before, data);
        if (!next.delete(number)) next.add(number);
        const text = [...next].join(',');
        before.delete('open');
        if (text !== [...openIn(before, data)].join(',')) before.set('open', text);
      },
      { replace: true },
    );
  };
  return (
    <Loaded query={top} what="the organizations" rows={5}>
      {(data) => {
        if (data.length === 0)
          return (
            <EmptyState title="No organizations yet" action={addFirst}>
              Churches and other organizations are listed here, each below the one that it belongs to.
            </EmptyState>
          );
        const toggle = toggleOf(data);
        const active = chosen ?? data[0]?.organizationNumber;
        const tree = { open: openIn(params, data), toggle, active, setActive };
        return (
          <ul
            role="tree"
            aria-label="Organizations"
            className="tree"
            onKeyDown={(event) => {
              typed.current = moveInTree(event, typed.current, (item) =>
                toggle(item.dataset['number'] ?? ''),
              );
            }}
          >
            {data.map((row) => (
              <TreeItem key={row.organizationNumber} row={row} above={[]} tree={tree} />
            ))}
          </ul>
        );
      }}
    </Loaded>
  );
}

function TreeItem({
  row,
  above,
  tree,
}: {
  row: OrganizationRow;
  above: readonly OrganizationChoice[];
  tree: Tree;
}) {
  const id = useId();
  const { organizationNumber, organizationName, hasChildren } = row;
  const isOpen = hasChildren && tree.open.has(organizationNumber);
  return (
    <li role="none">
      <Link
        role="treeitem"
        className="tree-item"
        to={paths.organization.href(organizationNumber)}
        state={{ above }}
        aria-level={above.length + 1}
        aria-expanded={hasChildren ? isOpen : undefined}
        aria-owns={isOpen ? id : undefined}
        tabIndex={tree.active === organizationNumber ? 0 : -1}
        data-number={organizationNumber}
        data-name={organizationName}
        onFocus={() => tree.setActive(organizationNumber)}
      >
        {/* For mouse and touch; the keyboard uses arrow keys. */}
        <span
          className="tree-toggle"
          aria-hidden="true"
          onClick={(event) => {
            if (!hasChildren) return;
            event.preventDefault();
            tree.toggle(organizationNumber);
          }}
        >
          {hasChildren && <Icon name="chevron-down" />}
        </span>
        <span className="tree-text d-grid py-1">
          <span className="tree-name fw-semibold">{organizationName}</span>{' '}
          <span className="row-note tree-counts">{organizationCounts(row)}</span>
        </span>
      </Link>
      {isOpen && (
        <ul role="group" id={id} aria-label={organizationName}>
          <Level row={row} above={above} tree={tree} />
        </ul>
      )}
    </li>
  );
}

/** The level directly below an organization. */
function Level({
  row,
  above,
  tree,
}: {
  row: OrganizationRow;
  above: readonly OrganizationChoice[];
  tree: Tree;
}) {
  const { organizationNumber, organizationName } = row;
  const level = useQuery(levelQuery(organizationNumber));
  if (level.data)
    return level.data.map((one) => (
      <TreeItem
        key={one.organizationNumber}
        row={one}
        above={[...above, { organizationNumber, organizationName }]}
        tree={tree}
      />
    ));
  // Also an item: a tree may contain nothing else, and arrow keys must reach it.
  return (
    <li role="none">
      {level.error ? (
        <button
          type="button"
          role="treeitem"
          className="tree-item text-danger"
          aria-level={above.length + 2}
          tabIndex={-1}
          onClick={() => void level.refetch()}
        >
          <Icon name="refresh" /> {asProblem(level.error).detail} Try again
        </button>
      ) : (
        <span role="treeitem" className="tree-item muted" aria-level={above.length + 2} aria-disabled="true">
          Loading…
        </span>
      )}
    </li>
  );
}
