import type { Permission } from '@kinfold/domain/permission';
import type { ReactNode } from 'react';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { NoPermission } from '../../ui/states.tsx';
import { usePermissions } from './use-permissions.ts';

/**
 * Renders `children` only with a permission at an organization. For a whole page (`isPage`), users without it see the
 * no-permission page.
 */
export function May({
  at,
  permission,
  isPage = false,
  children,
}: {
  at: string;
  permission: Permission;
  isPage?: boolean;
  children: ReactNode;
}) {
  const may = usePermissions(at);
  if (may?.(permission)) return children;
  if (!isPage) return null;
  return may ? <NoPermission /> : <SkeletonRows rows={5} label="Loading" />;
}
