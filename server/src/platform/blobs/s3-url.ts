export type S3Location = { bucket: string; endpoint: string | undefined; region: string; prefix: string };

const PARAMETERS = ['endpoint', 'region', 'prefix'];

/** Reads `s3://bucket?endpoint=…&region=…&prefix=…`. */
export function parseS3Url(text: string): S3Location {
  const url = new URL(text);
  if (url.protocol !== 's3:' || url.hostname === '' || !['', '/'].includes(url.pathname)) {
    throw new Error(`${text} is not like s3://bucket?endpoint=…&region=…&prefix=…`);
  }
  for (const name of url.searchParams.keys()) {
    if (!PARAMETERS.includes(name)) throw new Error(`${text}: there is no parameter ${name}`);
  }
  const prefix = (url.searchParams.get('prefix') ?? '').replace(/^\/+|\/+$/g, '');
  return {
    bucket: url.hostname,
    endpoint: url.searchParams.get('endpoint') ?? undefined,
    region: url.searchParams.get('region') ?? 'us-east-1',
    prefix: prefix === '' ? '' : `${prefix}/`,
  };
}
