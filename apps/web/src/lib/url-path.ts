/** A path with encoded values, as in urlPath`/v2/members/${id}/donations`: a `/` or `?` in a value stays in its segment. */
export function urlPath(literals: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return String.raw({ raw: literals }, ...values.map((value) => encodeURIComponent(value)));
}

/** Returns an address with those parameters that are not empty. */
export function withQuery(
  path: string,
  query: Readonly<Record<string, string | number | null | undefined>>,
): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== '' && value !== null && value !== undefined) parameters.set(name, String(value));
  const text = parameters.toString();
  return text ? `${path}?${text}` : path;
}
