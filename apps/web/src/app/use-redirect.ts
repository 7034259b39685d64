import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

/** Navigates to `address` after a delay, once it is defined; cancelled when the component unmounts. */
export function useRedirect(address: string | undefined, afterMs: number, state?: { email: string }): void {
  const navigate = useNavigate();
  const email = state?.email;
  useEffect(() => {
    if (address === undefined) return;
    const timer = setTimeout(() => void navigate(address, { state: email && { email } }), afterMs);
    return () => clearTimeout(timer);
  }, [address, afterMs, email, navigate]);
}
