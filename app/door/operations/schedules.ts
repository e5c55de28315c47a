// Operations on prompts that are sent again and again.
import { z } from 'zod';
import { removedAnswer, scheduleList, scheduleRow } from '#lib/domain/queue/schedule-row.ts';
import { scheduleChange, scheduleRequest } from '#lib/domain/schedule.ts';
import { noBody, noQuery, type Operation } from '../operation.ts';

export const listSchedulesOperation = {
  method: 'get',
  path: '/api/schedules',
  summary: 'List recurring prompts, oldest first',
  query: noQuery,
  body: noBody,
  status: 200,
  answer: scheduleList,
  problems: [],
} as const satisfies Operation;

export const createScheduleOperation = {
  method: 'post',
  path: '/api/schedules',
  summary: 'Send a prompt again and again',
  description:
    'cron has five fields (minute hour day month weekday) or six with seconds first, read in `time_zone`. `missed` says what becomes of ticks that passed while no worker ran.',
  query: noQuery,
  body: scheduleRequest,
  status: 201,
  answer: scheduleRow,
  problems: [],
} as const satisfies Operation;

export const changeScheduleOperation = {
  method: 'patch',
  path: '/api/schedules/{id}',
  summary: 'Change a recurring prompt',
  description:
    'Only the named fields; `options` as a whole. With another cron or time_zone the next tick is counted from now. What it has sent stays as it is.',
  query: noQuery,
  body: scheduleChange,
  status: 200,
  answer: scheduleRow,
  problems: ['not_found'],
} as const satisfies Operation;

export const pauseScheduleOperation = {
  method: 'post',
  path: '/api/schedules/{id}/pause',
  summary: 'Pause a recurring prompt',
  query: noQuery,
  body: z.strictObject({}),
  status: 200,
  answer: scheduleRow,
  problems: ['not_found'],
} as const satisfies Operation;

export const resumeScheduleOperation = {
  ...pauseScheduleOperation,
  path: '/api/schedules/{id}/resume',
  summary: 'Resume a recurring prompt',
  description: 'From now on: ticks that passed in the pause are not made up for.',
} as const satisfies Operation;

export const removeScheduleOperation = {
  method: 'delete',
  path: '/api/schedules/{id}',
  summary: 'Remove a recurring prompt',
  description: 'What it has sent stays.',
  query: noQuery,
  body: noBody,
  status: 200,
  answer: removedAnswer,
  problems: ['not_found'],
} as const satisfies Operation;
