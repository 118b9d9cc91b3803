import type { Entity, Lang } from "../../../src/engine/index.ts";
import { uuidv7 } from "../../core/uuid.ts";
import { codesIn } from "../../schemas/localised.ts";
import type { Tx } from "../../store/database.ts";
import { postingStep, type EffectContext, type EffectExecutor, type TransitionEvent } from "../context.ts";
import { hasFailed } from "../outcome.ts";
import { reasonText } from "../reasons.ts";

/** Effect `notify`: notifies the users concerned. */
export const notify: EffectExecutor = {
  effect: "notify",
  phase: "record",
  run: async (tx, happening, _scope, context) => {
    if (happening.transition.notify) await writeNotices(tx, happening, context);
  },
};

/**
 * Notifies the record's maker in the portal and by mail. Without a maker (an unannounced deposit) notifies all users of the tenant, in the portal.
 */
async function writeNotices(tx: Tx, happening: TransitionEvent, { schemas, vocabulary }: EffectContext): Promise<void> {
  const { tenant, entity, id, transition, reason, record, at } = happening;
  const when = new Date(at).toISOString();
  const [maker] = await tx.query<{ user_id: string | null; username: string | null }>(
    `SELECT user_id, username FROM order_event WHERE m = $1 AND order_kind = $2 AND order_id = $3 AND "from" IS NULL ORDER BY seq LIMIT 1`,
    [tenant, entity.name, id],
  );
  const readers = maker?.user_id
    ? [maker.user_id]
    : (
        await tx.query<{ id: string }>("SELECT id FROM portal_user WHERE m = $1 AND state = 'active' ORDER BY id", [
          tenant,
        ])
      ).map((user) => user.id);
  const money = hasFailed(entity, transition.to)
    ? await vocabulary.sayMoney?.(tx, { tenant, entity, id, step: postingStep(happening), record })
    : undefined;
  const about = vocabulary.sayOrder?.(entity, record);
  for (const reader of readers) {
    tx.send(
      `INSERT INTO notification (m, id, user_id, order_kind, order_id, event, "to", reason, money, about, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        tenant,
        uuidv7(at),
        reader,
        entity.name,
        id,
        transition.on,
        transition.to,
        reason ?? null,
        money ? JSON.stringify(money) : null,
        about ? JSON.stringify(about) : null,
        when,
      ],
    );
  }
  if (!maker?.username) return;
  const line = (lang: Lang) =>
    [`${entity.text("label", lang)}${COLON[lang]}${describeEvent(entity, transition, lang)}`, about?.[lang], id]
      .filter(Boolean)
      .join(" · ");
  const { languages } = schemas.dialect;
  const body = (lang: Lang) => [
    line(lang),
    ...(reason ? [reasonText(codesIn(schemas, lang), reason, lang)] : []),
    ...(money ? [money[lang]] : []),
  ];
  tx.send("INSERT INTO outbox (id, m, channel, target, subject, body, at) VALUES ($1, $2, 'mail', $3, $4, $5, $6)", [
    uuidv7(at),
    tenant,
    maker.username,
    languages.map(line).join(" / "),
    languages.flatMap(body).join("\n"),
    when,
  ]);
}

const COLON: Readonly<Record<Lang, string>> = { zh: "：", en: ": " };

/** Returns the label of an event; that of its target state when the schema names the event not. */
function describeEvent(entity: Entity, { on, to }: TransitionEvent["transition"], lang: Lang): string {
  return entity.eventLabel(on, lang) ?? entity.stateLabel(to, lang);
}
