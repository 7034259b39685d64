import { useEffect } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { noteOpened } from '../../../queries/messages.ts';

/** `/pay/:token`, the link in a reminder: notes that it was opened, and leads on to the dues, after a sign-in. */
export function PayPage() {
  const { token = '' } = useParams();
  useEffect(() => {
    // Whether that was noted is nothing to who wants to pay.
    noteOpened(token).catch(() => undefined);
  }, [token]);
  return <Navigate to={paths.payDues.href(token)} replace />;
}
