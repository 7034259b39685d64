import { useEffect } from 'react';
import Button from 'react-bootstrap/Button';
import { useRouteError } from 'react-router-dom';
import { reportError } from '../lib/error-log.ts';
import { paths } from '../paths.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { Page } from '../ui/page.tsx';

/** Shown when a route throws while rendering or its code fails to load (a new deployment, no connection). */
export function RouteError() {
  const error = useRouteError();
  useEffect(() => reportError(error, 'route'), [error]);
  return (
    <Page
      title="This page could not be shown"
      lead="Nothing you sent was lost. Reload the page; if it happens again, check your connection or tell your organization's office."
    >
      <div className="button-row">
        <Button onClick={() => location.reload()}>Reload the page</Button>
        <ButtonLink variant="outline-primary" to={paths.home.href()} reloadDocument>
          Go to the start page
        </ButtonLink>
      </div>
    </Page>
  );
}
