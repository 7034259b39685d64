import { Icon } from '../../ui/icon.tsx';

/** In place of an organization, or of its form, without the permission (spec sections 6 and 8). */
export function Unauthorized() {
  return (
    <div className="state state-error" role="alert">
      <Icon name="lock" size={24} />
      <div>
        <p className="state-title">Error 401 - You are not authorized to view this page</p>
        <p>If you should see it, ask the office of your church or organization to give you access.</p>
      </div>
    </div>
  );
}
