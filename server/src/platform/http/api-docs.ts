import type { FastifyInstance } from 'fastify';
import { type Html, html, sendPage } from './html-page.ts';
import {
  type ApiDescription,
  type JsonSchema,
  type OpenApi,
  type Operation,
  printOpenApi,
} from './open-api.ts';

/** The documentation for programs and for people, both printed from the contract. */
export function bindApiDocs(app: FastifyInstance, api: ApiDescription): void {
  // Printing takes longer than all else of a start, and few ever ask.
  let document: OpenApi | undefined;
  let body: Html | undefined;
  const printed = () => {
    document ??= printOpenApi(api);
    return document;
  };
  app.get('/api/docs.json', async () => printed());
  app.get('/api/docs', async (_request, reply) => {
    body ??= docsPage(printed());
    return sendPage(reply, { lang: 'en', title: api.title, body });
  });
}

function docsPage(document: OpenApi): Html {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const byNoun = Map.groupBy(calls, (call) => call.operation.tags[0] as string);
  const nouns = [...byNoun.keys()].sort();
  return html`
    <h1>${document.info.title}</h1>
    <p>${document.info.description} The same for programs: <a href="/api/docs.json">OpenAPI 3.1</a>.</p>
    <p>${nouns.map((noun) => html`<a href="#${noun}">${noun}</a> `)}<a href="#shapes">shapes</a> <a href="#errors">errors</a></p>
    ${nouns.map(
      (noun) =>
        html`<h2 id="${noun}">${noun}</h2>${(byNoun.get(noun) ?? []).map((call) => describeCall(call))}`,
    )}
    <h2 id="shapes">Shapes</h2>
    ${Object.entries(document.components.schemas).map(
      ([name, schema]) => html`<article id="shape-${name}"><h3>${name}</h3>${shape(schema)}</article>`,
    )}
    <h2 id="errors">Errors</h2>
    <table>${Object.entries(document['x-error-codes']).map(
      ([code, status]) => html`<tr><th><code>${code}</code></th><td>${status}</td></tr>`,
    )}</table>`;
}

function describeCall(call: { path: string; method: string; operation: Operation }): Html {
  const { operation } = call;
  return html`<article id="${operation.operationId}">
    <h3><code>${call.method.toUpperCase()} ${call.path}</code></h3>
    <p>${operation.summary}</p>
    <p>${operation.description}</p>
    ${operation.parameters ? parameterTable(operation.parameters) : html``}
    ${operation.requestBody ? html`<h4>Body</h4>${content(operation.requestBody.content)}` : html``}
    ${Object.entries(operation.responses)
      .filter(([status]) => Number(status) < 400)
      .map(([status, response]) => html`<h4>Answer ${status}</h4>${content(response.content ?? {})}`)}
    <p>Errors: ${operation['x-errors'].map((code) => html`<code>${code}</code> `)}</p>
  </article>`;
}

function parameterTable(parameters: NonNullable<Operation['parameters']>): Html {
  return html`<h4>Parameters</h4><table>${parameters.map(
    (parameter) =>
      html`<tr><th><code>${parameter.name}</code></th><td>${parameter.in}</td>
        <td>${parameter.required ? 'required' : ''}</td><td><code>${JSON.stringify(parameter.schema)}</code></td></tr>`,
  )}</table>`;
}

function content(types: Record<string, { schema: JsonSchema }>): Html {
  return html`${Object.entries(types).map(([type, { schema }]) =>
    Object.keys(schema).length === 0 ? html`<p><code>${type}</code></p>` : shape(schema),
  )}`;
}

function shape(schema: JsonSchema): Html {
  return html`<pre>${JSON.stringify(schema, null, 2)}</pre>`;
}
