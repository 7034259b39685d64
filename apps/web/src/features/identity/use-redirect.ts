import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

/** Goes to an address after some milliseconds, once there is one; leaving the page before stops it. */
export function useRedirect(address: string | undefined, afterMs: number, state?: { email: string }): void {
  const navigate = useNavigate();
  const email = state?.email;
  useEffect(() => {
    if (address === undefined) return;
    const timer = setTimeout(() => void navigate(address, { state: email && { email } }), afterMs);
    return () => clearTimeout(timer);
  }, [address, afterMs, email, navigate]);
}
