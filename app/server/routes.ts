// Which address is answered by which route file. A test holds this table against the files.

import * as retryFailures from '#app/api/failures/retry/route.ts';
import * as failures from '#app/api/failures/route.ts';
import * as health from '#app/api/health/route.ts';
import * as cancel from '#app/api/jobs/[id]/cancel/route.ts';
import * as output from '#app/api/jobs/[id]/output/route.ts';
import * as place from '#app/api/jobs/[id]/queue/route.ts';
import * as retry from '#app/api/jobs/[id]/retry/route.ts';
import * as job from '#app/api/jobs/[id]/route.ts';
import * as archiveJobs from '#app/api/jobs/archive/route.ts';
import * as manyJobs from '#app/api/jobs/bulk/route.ts';
import * as jobs from '#app/api/jobs/route.ts';
import * as ledgerFile from '#app/api/ledger/export/route.ts';
import * as ledger from '#app/api/ledger/route.ts';
import * as metrics from '#app/api/metrics/route.ts';
import * as events from '#app/api/mission/events/route.ts';
import * as recent from '#app/api/mission/recent/route.ts';
import * as models from '#app/api/models/route.ts';
import * as openapi from '#app/api/openapi.json/route.ts';
import * as overview from '#app/api/operator/overview/route.ts';
import * as resumePauses from '#app/api/pauses/resume/route.ts';
import * as pauses from '#app/api/pauses/route.ts';
import * as demote from '#app/api/prompts/[id]/demote/route.ts';
import * as promote from '#app/api/prompts/[id]/promote/route.ts';
import * as archivePrompts from '#app/api/prompts/archive/route.ts';
import * as bulk from '#app/api/prompts/bulk/route.ts';
import * as figures from '#app/api/prompts/figures/route.ts';
import * as restorePrompts from '#app/api/prompts/restore/route.ts';
import * as prompts from '#app/api/prompts/route.ts';
import * as seen from '#app/api/prompts/seen/route.ts';
import * as queue from '#app/api/queue/route.ts';
import * as reclaim from '#app/api/reclaim/route.ts';
import * as verdict from '#app/api/responses/[id]/verdict/route.ts';
import * as pauseSchedule from '#app/api/schedules/[id]/pause/route.ts';
import * as resumeSchedule from '#app/api/schedules/[id]/resume/route.ts';
import * as schedule from '#app/api/schedules/[id]/route.ts';
import * as schedules from '#app/api/schedules/route.ts';
import * as search from '#app/api/search/route.ts';
import * as session from '#app/api/sessions/[id]/route.ts';
import * as sessions from '#app/api/sessions/route.ts';
import * as threadFile from '#app/api/threads/[promptId]/export/route.ts';
import * as thread from '#app/api/threads/[promptId]/route.ts';
import * as drainWorker from '#app/api/workers/[id]/drain/route.ts';
import * as undrainWorker from '#app/api/workers/[id]/undrain/route.ts';
import * as workers from '#app/api/workers/route.ts';
import type { Route } from '#app/door/exchange.ts';
import { unknownAddressOperation } from '#app/door/operations.ts';
import { AppError } from '#app/door/refusal.ts';
import { handle } from '#app/handle.ts';

interface Methods {
  readonly GET?: Route;
  readonly HEAD?: Route;
  readonly POST?: Route;
  readonly PATCH?: Route;
  readonly DELETE?: Route;
}

/** The path of a file under app/ without its name; a part in brackets stands for anything. */
export const routes: Readonly<Record<string, Methods>> = {
  '/api/failures': failures,
  '/api/failures/retry': retryFailures,
  '/api/health': health,
  '/api/jobs': jobs,
  '/api/jobs/bulk': manyJobs,
  '/api/jobs/[id]': job,
  '/api/jobs/[id]/cancel': cancel,
  '/api/jobs/[id]/output': output,
  '/api/jobs/[id]/queue': place,
  '/api/jobs/[id]/retry': retry,
  '/api/jobs/archive': archiveJobs,
  '/api/ledger': ledger,
  '/api/ledger/export': ledgerFile,
  '/api/mission/events': events,
  '/api/mission/recent': recent,
  '/api/metrics': metrics,
  '/api/models': models,
  '/api/operator/overview': overview,
  '/api/pauses/resume': resumePauses,
  '/api/pauses': pauses,
  '/api/reclaim': reclaim,
  '/api/workers/[id]/drain': drainWorker,
  '/api/workers/[id]/undrain': undrainWorker,
  '/api/workers': workers,
  '/api/openapi.json': openapi,
  '/api/prompts': prompts,
  '/api/prompts/[id]/demote': demote,
  '/api/prompts/[id]/promote': promote,
  '/api/prompts/archive': archivePrompts,
  '/api/prompts/bulk': bulk,
  '/api/prompts/figures': figures,
  '/api/prompts/restore': restorePrompts,
  '/api/prompts/seen': seen,
  '/api/queue': queue,
  '/api/responses/[id]/verdict': verdict,
  '/api/schedules': schedules,
  '/api/schedules/[id]': schedule,
  '/api/schedules/[id]/pause': pauseSchedule,
  '/api/schedules/[id]/resume': resumeSchedule,
  '/api/search': search,
  '/api/sessions': sessions,
  '/api/sessions/[id]': session,
  '/api/threads/[promptId]': thread,
  '/api/threads/[promptId]/export': threadFile,
};

interface Found {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

const none = {};
const exact = new Map(Object.entries(routes).filter(([address]) => !address.includes('[')));
const templates = Object.entries(routes)
  .filter(([address]) => address.includes('['))
  .map(([address, methods]) => ({ parts: address.split('/'), methods }));

/** Who answers. An address nobody has and a method it does not know are answered too, as problems. */
export function findRoute(method: string, path: string): Found {
  const known = exact.get(path);
  if (known !== undefined) return { route: routeFor(known, method), params: none };
  const parts = path.split('/');
  for (const template of templates) {
    const params = paramsOf(template.parts, parts);
    if (params !== null) return { route: routeFor(template.methods, method), params };
  }
  return { route: refuseAddress, params: none };
}

function paramsOf(template: readonly string[], parts: readonly string[]): Record<string, string> | null {
  if (template.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [at, wanted] of template.entries()) {
    const given = parts[at] ?? '';
    if (wanted.startsWith('[')) params[wanted.slice(1, -1)] = given;
    else if (wanted !== given) return null;
  }
  return params;
}

function routeFor(methods: Methods, method: string): Route {
  return chosen(methods, method) ?? refuseMethod(methods, method);
}

function chosen(methods: Methods, method: string): Route | undefined {
  switch (method) {
    case 'HEAD':
      return methods.HEAD ?? methods.GET;
    case 'GET':
    case 'POST':
    case 'PATCH':
    case 'DELETE':
      return methods[method];
    default:
      return undefined;
  }
}

const refuseAddress = handle(unknownAddressOperation, async () => {
  const message = 'There is no such address. GET /api/openapi.json lists them all.';
  throw new AppError('not_found', message, [{ field: 'path', message }]);
});

function refuseMethod(methods: Methods, method: string): Route {
  const allow = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'].filter((name) => chosen(methods, name)).join(', ');
  return handle(unknownAddressOperation, async () => {
    const message = `This address does not know the method ${method}; it knows ${allow}.`;
    throw new AppError('method_not_allowed', message, [{ field: 'method', message }], { headers: { allow } });
  });
}
