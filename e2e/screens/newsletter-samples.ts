/** Invented newsletters, each built in one of the ways used today by shops, banks and offices. */
export const NEWSLETTERS: readonly { name: string; html: string }[] = [
  {
    name: 'Biến màu của thương hiệu',
    html: page(
      ':root{--brand:#0b5d4e;--paper:#f1f7f5}.head{background:var(--brand);color:#fff;padding:20px}.body{background:var(--paper);padding:20px}a{color:var(--brand)}',
      '<div class="head"><h2>Trà Ô Long vụ đông</h2>Hái tay, sấy than hoa</div><div class="body"><p>Mẻ đầu mùa đã về kho. Đặt trước ngày 25 được tặng hộp thiếc.</p><a href="https://che.example">Xem bảng giá</a></div>',
    ),
  },
  {
    name: 'Lưới trong @supports',
    html: page(
      '.c{width:100%}@supports (display:grid){.g{display:grid;grid-template-columns:1fr 1fr;gap:12px}.c{background:#fff4e5;border:1px solid #f0c987;padding:12px;box-sizing:border-box}}',
      `<h2>Bốn món quà Tết</h2><div class="g">${['Giỏ mây', 'Hộp gỗ', 'Túi cói', 'Khay tre'].map((name) => `<div class="c"><b>${name}</b><br>từ 120.000 đ</div>`).join('')}</div>`,
    ),
  },
  {
    name: 'Quy tắc lồng nhau',
    html: page(
      '.card{border:2px solid #3b3f98;border-radius:10px;padding:16px;& h2{color:#3b3f98;margin:0}& .price{background:#3b3f98;color:#fff;display:inline-block;padding:6px 14px;border-radius:20px}@media (min-width:300px){& p{font-size:17px}}}',
      '<div class="card"><h2>Khóa Excel cho kế toán</h2><p>Sáu buổi tối, học trực tuyến.</p><span class="price">1.450.000 đ</span></div>',
    ),
  },
  {
    name: 'Nhãn bằng content',
    html: page(
      '.new::before{content:"MỚI";background:#c2261d;color:#fff;font-size:11px;padding:2px 8px;margin-right:8px;border-radius:3px}ol{counter-reset:s;list-style:none;padding:0}ol li{counter-increment:s;margin:10px 0}ol li::before{content:counter(s) ". ";color:#c2261d;font-weight:bold}',
      '<h2 class="new">Đường bay Huế – Côn Đảo</h2><ol><li>Chọn ngày bay</li><li>Nhập mã EMAIL12</li><li>Thanh toán trước 23 giờ</li></ol>',
    ),
  },
  {
    name: 'Ảnh đệm trong bảng',
    html: page(
      '',
      `<table width="100%" cellpadding="0" cellspacing="0"><tr>${spacer(20, 60)}<td bgcolor="#173a63"><font color="#ffffff" size="5">Điểm tin thứ Sáu</font></td>${spacer(20, 60)}</tr><tr><td colspan="3"><img src="https://img.example/spacer.gif" width="560" height="30"></td></tr><tr>${spacer(20, 120)}<td><p>Giá cước biển giảm tuần thứ ba. Cảng Cát Lái thông báo lịch nghỉ lễ.</p></td>${spacer(20, 120)}</tr></table>`,
    ),
  },
  {
    name: 'Chú thích riêng cho Outlook',
    html: page(
      '.btn a{background:#0f62fe;color:#fff;padding:14px 30px;text-decoration:none;display:inline-block;border-radius:4px}',
      '<!--[if mso]><table><tr><td width="600"><![endif]--><div style="max-width:560px;margin:auto"><h2 style="color:#0f62fe">Sao kê tháng 11 đã sẵn sàng</h2><p>Quý khách mở ứng dụng để xem chi tiết.</p><!--[if !mso]><!--><div class="btn"><a href="https://bank.example">Mở sao kê</a></div><!--<![endif]--></div><!--[if mso]></td></tr></table><![endif]-->',
    ),
  },
  {
    name: 'Hai cột xếp lại',
    html: page(
      '.col{display:inline-block;width:48%;vertical-align:top;background:#eef;margin:0 1% 8px 0;padding:12px;box-sizing:border-box}@media (max-width:480px){.col{display:block;width:100%}}',
      '<h2>Hội thảo nhân sự</h2><div class="col"><b>Sáng</b><p>Tuyển người trẻ: hỏi gì, nghe gì.</p></div><div class="col"><b>Chiều</b><p>Lương thưởng cuối năm nhìn từ số liệu.</p></div>',
    ),
  },
  {
    name: 'Dải màu chuyển',
    html: page(
      ':root{--a:#ff7a59;--b:#8a3ffc}.hero{background:linear-gradient(120deg,var(--a),var(--b));color:#fff;padding:36px 24px;text-align:center}.hero h2{font-size:30px;margin:0}',
      '<div class="hero"><h2>Ngày hội 12.12</h2><p>Bắt đầu lúc 0 giờ</p></div><p style="text-align:center">Mã giảm 80.000 đ cho đơn đầu tiên.</p>',
    ),
  },
  {
    name: 'Biến có giá trị dự phòng',
    html: page(
      'body{--ink:#243b2f}',
      '<div style="background:var(--missing,#243b2f);color:var(--light,#ffffff);padding:24px"><h2 style="margin:0">Vườn rau thứ Bảy</h2></div><p style="color:var(--ink)">Hẹn 7 giờ sáng, mang theo ủng và mũ.</p>',
    ),
  },
  {
    name: 'Danh sách có dấu riêng',
    html: page(
      'ul{list-style:none;padding:0}ul li{padding:10px 0;border-bottom:1px solid #dde}ul li::before{content:"✓";color:#0a7d4f;font-weight:bold;margin-right:10px}li:last-child{border-bottom:0}',
      '<h2>Đơn hàng của chị</h2><ul><li>Đã xác nhận</li><li>Đã đóng gói</li><li>Đang giao</li></ul>',
    ),
  },
  {
    name: 'Bảng màu kiểu cũ',
    html: page(
      '',
      '<table width="100%" bgcolor="#222222" cellpadding="16"><tr><td><font face="Georgia" color="#ffd27a" size="6">Nhà hát tháng 12</font></td></tr><tr><td bgcolor="#333333"><font color="#ffffff">Vở <i>Quẫn</i>, 20 giờ thứ Sáu<br>Vé từ 150.000 đ</font></td></tr></table>',
    ),
  },
  {
    name: 'Hóa đơn kẻ sọc',
    html: page(
      'table{border-collapse:collapse;width:100%}td,th{padding:8px;border:1px solid #ccd;text-align:left}tr:nth-child(even) td{background:#f3f5fb}td:last-child{text-align:right}@supports not (display:grid){table{display:none}}',
      `<h2>Hóa đơn số 1207</h2><table><tr><th>Hàng</th><th>Tiền</th></tr>${['Thùng carton', 'Băng keo', 'Vận chuyển', 'Thuế'].map((name, at) => `<tr><td>${name}</td><td>${(at + 1) * 125}.000 đ</td></tr>`).join('')}</table>`,
    ),
  },
];

function page(css: string, body: string): string {
  return `<!DOCTYPE html><html><head><meta charset="utf-8"><style>body{margin:0;font-family:Arial,sans-serif;font-size:15px;color:#222}${css}</style></head><body>${body}</body></html>`;
}

function spacer(width: number, height: number): string {
  return `<td><img src="https://img.example/clear.gif" width="${width}" height="${height}"></td>`;
}
