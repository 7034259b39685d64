import { useEffect } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { noteOpened } from '../../../queries/messages.ts';

/** `/pay/:token`, the link in a reminder: records that it was opened, and redirects to the dues, after a sign-in. */
export function PayPage() {
  const { token = '' } = useParams();
  useEffect(() => {
    // A failure to record it must not stop anyone from paying.
    noteOpened(token).catch(() => undefined);
  }, [token]);
  return <Navigate to={paths.payDues.href(token)} replace />;
}
