/**
 * Certification of a company or an individual: the form, a failed review with remarks at the fields, and a second
 * submission.
 */
import { expect } from "@playwright/test";
import type { Merchant } from "./merchant.ts";

export async function certify(merchant: Merchant): Promise<void> {
  const { me } = merchant;
  const { page, say } = me;
  const company = me.screen.lang === "zh";
  const next = async (to?: string) => {
    await me.button(say("下一步", "Next")).click();
    if (to) await expect(page.locator("[data-step]")).toHaveAttribute("aria-label", new RegExp(`${to}$`));
  };
  const radio = (name: string) => page.getByRole("radio", { name, exact: true }).check();
  const row = async (zh: string, en: string, number: number) => {
    await me.button(say(`添加${zh}`, `Add ${en}`)).click();
    return page.getByRole("group", { name: `${say(zh, en)} ${number}`, exact: true });
  };

  await merchant.open("/withdrawal");
  await expect(page.getByRole("heading", { name: say("先完成认证", "Verify your business first") })).toBeVisible();
  await merchant.open("/authentication");
  await next();
  await merchant.look("onboarding 1 with errors");
  await radio(company ? "企业认证" : "Individual");
  // Every step is listed from the start, and one that the choice makes needless is struck.
  const listed = page.getByRole("navigation", { name: say("填写步骤", "Steps") }).getByRole("listitem");
  await expect(listed).toHaveCount(6);
  await expect(listed.locator("del")).toHaveCount(company ? 0 : 3);
  await expect(page.locator(".pf-steps-head")).toContainText(company ? "第 1 / 6 步 · " : "Step 1 of 6 · ");
  await expect(page.locator(".pf-steps-head")).toContainText(say(/已保存 \d\d:\d\d/, /Saved \d\d:\d\d/));
  await me.choose(say("业务类型", "Business type"), say("一般", "general"), say("一般贸易", "General trade"));

  if (company) {
    await next("企业资料");
    await next();
    await merchant.look("onboarding 2 with errors");
    // A name that the sandbox rejects, also used for individuals below.
    await merchant.fill([
      ["公司名称", "", "宁波驳回贸易有限公司"],
      ["公司英文名称", "", "Ningbo Harbour Trading Co., Ltd."],
      ["统一社会信用代码", "", "91110000802100433B"],
      ["注册资本", "", "5000000"],
      ["成立日期", "", "2015-06-18"],
      ["注册地址", "", "浙江省宁波市鄞州区中兴路 18 号"],
      ["营业执照有效期至", "", "2099-12-31"],
    ]);
    await me.field("公司类型").selectOption({ label: "有限责任公司" });
    await merchant.attach("营业执照", "", "执照.pdf");
    await merchant.attach("公司章程", "", "章程.pdf");
    await merchant.look("onboarding 2 filled");
  }

  await next(say("身份资料", "Identity"));
  await next();
  await merchant.look("onboarding 3 with errors");
  await merchant.fill([
    ["姓名", "Name", company ? "林晓" : "REJECT Lin"],
    ["手机号", "Phone", "13800138011"],
    ["证件有效期至", "ID valid until", "2036-05-20"],
  ]);
  if (company) {
    await radio("居民身份证");
    await merchant.fill([["身份证号码", "", "11010519491231002X"]]);
    await merchant.attach("身份证反面", "", "国徽面.pdf");
  } else {
    await radio("Passport");
    await merchant.fill([
      ["", "Passport no.", "E12345678"],
      ["", "Home address", "18 Harbour Road, Wan Chai"],
    ]);
    await me.choose("Nationality", "hong", "Hong Kong");
  }
  await merchant.attach("身份证正面", "Front of the ID card", "证件.pdf");
  await merchant.look("onboarding 3 filled");

  if (company) {
    await next("董事与股东");
    await next();
    await merchant.look("onboarding 4 with errors");
    const director = await row("董事", "", 1);
    await merchant.fill(
      [
        ["姓名", "", "林晓"],
        ["职务", "", "执行董事"],
        ["证件号码", "", "E12345678"],
      ],
      director,
    );
    await merchant.attach("证件影像", "", "董事.pdf", director);
    for (const [index, [name, share]] of (
      [
        ["林晓", "60"],
        ["周敏", "45"],
      ] as const
    ).entries()) {
      const holder = await row("股东", "", index + 1);
      await merchant.fill(
        [
          ["姓名或公司名称", "", name],
          ["证件号码", "", `E1234567${index}`],
          ["持股比例", "", share],
        ],
        holder,
      );
      await holder.getByRole("radio", { name: "自然人" }).check();
      await merchant.attach("证件影像", "", `股东${index + 1}.pdf`, holder);
    }
    await merchant.fill([
      ["最终受益人", "", "林晓"],
      ["最终受益人出生日期", "", "1984-03-09"],
    ]);
    await me.choose("最终受益人国籍", "中国", "中国");
    await next();
    await merchant.look("onboarding 4 over 100 percent");
    await merchant.fill([["持股比例", "", "40"]], page.getByRole("group", { name: "股东 2", exact: true }));
    await merchant.look("onboarding 4 filled");
    await next("授权经办人");
    await page.getByLabel("由授权经办人办理").check();
    await merchant.fill([
      ["经办人姓名", "", "王磊"],
      ["经办人职务", "", "财务经理"],
      ["经办人手机号", "", "13800138012"],
      ["经办人邮箱", "", "wang@harbour.example"],
    ]);
    await merchant.attach("经办人身份证正面", "", "经办人正面.pdf");
    await merchant.attach("经办人身份证反面", "", "经办人反面.pdf");
    await merchant.attach("授权书", "", "授权书.pdf");
    await merchant.look("onboarding 5 filled");
  }

  await next(say("声明", "Declarations"));
  for (const box of await page.getByRole("checkbox").all()) await box.check();
  await merchant.look("onboarding 6");
  await me.button(say("下一步", "Continue")).click();
  await merchant.look("onboarding 7 review");
  if (company) await expect(page.locator("[data-review]")).not.toContainText("伍佰万元整");
  await me.button(say("确认提交认证", "Submit for verification")).click();

  // The form opens with the reason on top and the fields to correct; the rest is locked and shown.
  const main = page.getByRole("main");
  await expect(main.getByText(say("未通过：资料与登记信息不符", "Failed: the details")).first()).toBeVisible();
  const asked = main.getByRole("form", { name: say("请修改以下项目", "Please correct these items") });
  await expect(asked.locator(".pf-label")).toHaveText(
    company ? [/^公司名称/, /^营业执照/, /^身份证正面/] : [/^Name/, /^Front of the ID card/],
  );
  const kept = main.getByRole("region", {
    name: say("其余内容已锁定，不用修改", "The rest is locked and stays as it is"),
  });
  await expect(kept.getByText(company ? "110***********002X" : "E****8", { exact: true })).toBeVisible();
  await expect(kept.getByRole("textbox")).toHaveCount(0);
  // The header shows the status as well.
  await expect(page.getByRole("banner").locator(".header-status")).toHaveText(say("未通过", "Failed"));
  await merchant.look("onboarding 8 to correct");
  await expect(await me.below(say("身份证正面", "Front of the ID card"))).toContainText(
    say("证件影像有反光", "the copy of the ID document has a glare"),
  );
  // The record can be read first, and leads back to the form.
  await me.button(say("取消", "Cancel")).click();
  await expect(main.getByText(say("营业执照影像不清晰", "has a glare")).first()).toBeVisible();
  await merchant.look("onboarding 9 rejected");
  await me.button(say("去修改", "Make corrections")).click();
  if (company) await merchant.attach("营业执照", "", "清晰的执照.pdf");
  await merchant.fill([[company ? "公司名称" : "", "Name", merchant.name]]);
  await merchant.attach("身份证正面", "Front of the ID card", "清晰的证件.pdf");
  await me.button(say("下一步", "Continue")).click();
  await me.button(say("确认提交认证", "Submit for verification")).click();
  await expect(page.getByText(say("已认证", "Passed")).filter({ visible: true }).first()).toBeVisible();
  await merchant.look("onboarding 11 passed");
  await merchant.open("/withdrawal");
  await expect(page.getByRole("heading", { name: say("先完成认证", "Verify your business first") })).toBeHidden();
}
