import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callRaw } from '../../api/call.ts';
import { initialsOf } from './initials.ts';

/** The round picture of an account: the uploaded one, or initials without one and while it loads. */
export function Avatar({
  name,
  address,
  className,
}: {
  name: string;
  address: string | null | undefined;
  className?: string | undefined;
}) {
  const url = useImage(address ?? null);
  return (
    <span className={className} aria-hidden="true">
      {url ? (
        <img src={url} alt="" width="100%" height="100%" style={{ borderRadius: '50%' }} />
      ) : (
        initialsOf(name)
      )}
    </span>
  );
}

/** Reading a picture needs the session, so a plain `img` cannot load it. */
function useImage(path: string | null): string | undefined {
  const [url, setUrl] = useState<string>();
  const { data } = useQuery({
    queryKey: ['image', path],
    queryFn: async ({ signal }) =>
      (
        await callRaw(
          { name: '', summary: '', method: 'GET', path: path ?? '', access: 'session' },
          { accept: 'image/*', signal },
        )
      ).blob(),
    enabled: path !== null,
    // Each new picture has a new address.
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => {
      setUrl(undefined);
      URL.revokeObjectURL(made);
    };
  }, [data]);
  return path && data ? url : undefined;
}
