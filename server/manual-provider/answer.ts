/** Answers to desk tasks: `provider` events that one operator proposes and another confirms. */
import type { Entity, Row } from "@portolan/engine";
import { isProvider } from "../core/actor.ts";
import { isRow } from "../core/row.ts";
import type { LifecycleContext, Stored } from "../lifecycle/context.ts";
import { load } from "../lifecycle/store.ts";
import type { OperatorAction, NewProposal } from "../operators/proposals.ts";
import { fireEvent } from "../providers/event.ts";
import type { Database, Queries, Tx } from "../store/database.ts";
import { describeOutcome, listOutcomes, readAnswer } from "./outcomes.ts";
import { OperatorRefused } from "../operators/refusal.ts";
import { closeTask, finishTask, listTasks, readTask, type Task } from "./tasks.ts";

/** Name of the operation that answers a task. */
export const ANSWER_ACTION = "desk.answer";

/** Tones of states in which an order is pending. */
const WAITING: ReadonlySet<string> = new Set(["info", "warning"]);
/** Tones of states in which an order has ended. */
const ENDED: ReadonlySet<string> = new Set(["success", "danger"]);

/** An operator's answer: events to fire on the order of a task, and their common input. */
export interface Answer {
  /** Events to fire in this order, such as `opened` and then `pass`. */
  events: readonly string[];
  input: Row;
}

/** Returns the entity and the order of a task. @throws OperatorRefused when either does not exist */
export async function readOrder(
  db: Queries,
  { schemas }: Pick<LifecycleContext, "schemas">,
  { orderKind, orderId, tenant }: Task,
): Promise<{ entity: Entity; order: Stored }> {
  const entity = schemas.entities.get(orderKind);
  const order = entity && (await load(db, entity, tenant, orderId));
  if (!entity || !order) throw new OperatorRefused("noTask", orderId);
  return { entity, order };
}

/**
 * Builds the proposal for an answer, without the operator's reason (`why`).
 *
 * @throws OperatorRefused when there is no such order, the events do not apply to its state, or their input is invalid
 */
export async function prepareAnswer(
  db: Queries,
  context: LifecycleContext,
  task: Task,
  { events, input }: Answer,
): Promise<Omit<NewProposal, "why">> {
  const { entity, order } = await readOrder(db, context, task);
  const values = checkAnswer(entity, order, { events, input });
  const body = { task: task.id, events: [...events], input: values };
  const shows = {
    task: task.id,
    outcome: events.map((event) => entity.eventLabel(event, "en") ?? event).join(", "),
    ...Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
    ),
  };
  return { act: ANSWER_ACTION, tenant: task.tenant, object: `${task.orderKind}/${task.orderId}`, shows, body };
}

/**
 * Validates the events and returns the validated input. Only the first event is checked against the order's state: the
 * others depend on it and are checked when they are fired.
 */
function checkAnswer(entity: Entity, order: Stored, { events, input }: Answer): Row {
  const open = listOutcomes(entity, order);
  const first = open.find(({ event }) => event === events[0]);
  if (!first)
    throw open.length === 0
      ? new OperatorRefused("ended")
      : new OperatorRefused("noOutcome", open.map(({ event }) => event).join(", "));
  const next = events.slice(1).map((event) => {
    const transition = entity.lifecycle?.transitions.find(
      (transition) => transition.on === event && isProvider(transition),
    );
    if (!transition) throw new OperatorRefused("noOutcome", event);
    return describeOutcome(transition);
  });
  return readAnswer([first, ...next], input);
}

/**
 * Fires the events of an answer. Marks the task as done, unless the order is still pending and has further outcomes.
 * Returns the order's state.
 *
 * @throws OperatorRefused when an event does not apply any more
 */
async function fireAnswer(
  tx: Tx,
  context: LifecycleContext,
  task: Task,
  { id, body }: { id: string; body: Row },
): Promise<string> {
  const { entity } = await readOrder(tx, context, task);
  const request = { order: { id: task.orderId, version: task.version }, job: task.job };
  const target = { entity, tenant: task.tenant, ask: request };
  const { events, input } = body;
  for (const event of Array.isArray(events) ? events.map(String) : []) {
    const answered = { id: `${id}/${event}`, event, input: isRow(input) ? input : {} };
    const outcome = await fireEvent(tx, target, answered, context);
    if (outcome !== "fired") throw new OperatorRefused("movedOn", event);
  }
  const { order } = await readOrder(tx, context, task);
  if (!WAITING.has(readTone(entity, order)) || listOutcomes(entity, order).length === 0) await finishTask(tx, task.id);
  return order.status;
}

const readTone = ({ lifecycle }: Entity, { status }: Stored): string =>
  lifecycle?.states.find(({ name }) => name === status)?.tone ?? "";

/** Returns whether an order has ended, or has no possible outcome. What may undo its end later needs no task. */
const isSettled = (entity: Entity, order: Stored): boolean =>
  ENDED.has(readTone(entity, order)) || listOutcomes(entity, order).length === 0;

/**
 * Closes open tasks whose orders no longer wait for a provider, because something else settled them, such as a bank
 * statement entry. Returns the number of closed tasks.
 */
export async function closeSettledTasks(db: Database, context: Pick<LifecycleContext, "schemas">): Promise<number> {
  let closed = 0;
  for (const task of await listTasks(db, "open")) {
    // Skip old tasks whose entity the schemas no longer contain.
    if (!context.schemas.entities.has(task.orderKind)) continue;
    const { entity, order } = await readOrder(db, context, task);
    if (isSettled(entity, order) && (await closeTask(db, task.id))) closed++;
  }
  return closed;
}

/**
 * Returns the operation that answers tasks. Events carry the proposal's id, so an order accepts each of them only once.
 */
export function createAnswerAction(context: LifecycleContext): OperatorAction {
  return {
    async readVersion(db, _tenant, { task: id }) {
      const { order } = await readOrder(db, context, await readTask(db, String(id)));
      return `${order.status}#${order.version}`;
    },
    async run(tx, { id, body }) {
      const { task: taskId } = body;
      const task = await readTask(tx, String(taskId));
      const status = await fireAnswer(tx, context, task, { id, body });
      return `${task.orderId} ${status}`;
    },
  };
}
