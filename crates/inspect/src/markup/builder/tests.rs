use crate::fixture::cases;
use crate::markup::build;

#[test]
fn faults() {
    let table = r"
        <p>a<p>b<ul><li>c<li>d</ul><br><img src=x>
        <table><tr><td>a<td>b<tr><td>c</table>
        <div><span>a</div>
        => <span> is not closed before </div>
        <div><p>a</div></section>
        => </section> closes nothing: no <section> is open here
        <b><i>a</b></i>
        => <i> is not closed before </b>
        <p>a <a href=x>b<a> c</p>
        => <a> is already open here
        <p>a <b>b<b> c</p><p>d</br>e<br></br></p>
        => <b> is already open here
        => <br> has no end tag
        => <br> has no end tag
        <section><div>a</section></div></section>
        => </section> closes nothing: <div> is open here and closed later
        <section><p>a
        => <section> is not closed
        <p>a<ul><li>b</ul></p>
        => <ul> is not allowed in <p>: it ends the paragraph
        <div/>x
        => <div> is not closed
        <svg><path d=x /><g><title>t</title></g></svg>
        <li>a</li>
        => <li> is only allowed in <ul>, <ol>, <menu>
        <nav><td>a</td></nav>
        => <td> is not allowed in <nav>, only in <tr>
        <ul><div>a</div></ul>
        => <div> is not allowed directly in <ul>
        <span><div>a</div></span>
        => <div> is not allowed in <span>, which contains only text
        <a href=x><button>b</button></a>
        => <button> is not allowed in <a>
        <p id=a id=b>x
        => duplicate attribute
        <script>'<div>'</script><style>a>b{}</style>
    ";
    for (html, expected) in cases(table) {
        let faults = build(html).faults.into_iter();
        let messages: Vec<String> = faults.map(|fault| fault.message).collect();
        assert_eq!(messages, expected, "{html}");
    }
}

#[test]
fn valid_html() {
    for html in [
        "<details><summary><h3>Q</h3></summary><p>A</details>",
        "<a href=x><h3>T</h3><p>t</p></a>",
        "<table><caption>c<thead><tr><th>a<tbody><tr><td>b</table>",
        "<table><tr><td><ul><li>a</ul><td><p>b</table>",
        "<dl><div><dt>a</dt><dd>b</dd></div></dl><dl><dt>a<dd>b<dd>c</dl>",
        "<ul><!-- x --><li>a<ul><li>b</ul></li><li><p>c</p></li></ul>",
        "<picture><source srcset=x><img src=y></picture><video><source src=z><track></video>",
        "<select><optgroup label=a><option>b<option>c</optgroup></select><datalist><option>d</datalist>",
        "<fieldset><legend><h2>a</h2></legend><label><input type=radio><span>b</span></label></fieldset>",
        "<button><svg viewBox='0 0 1 1'><path d=m /><title>t</title></svg><span>a</span></button>",
        "<site-island data-x=1><!--$--><p>a</p><script type=\"application/json\">{\"a\":\"<b>\"}</script></site-island>",
        "<template><li>a</li></template><p>a</p><hr><p>b<br>c<wbr>d",
        "<figure><img src=a alt=b><figcaption>c</figcaption></figure><ruby>a<rt>b</ruby>",
        "<p>a <a href=x>b <strong>c</strong></a> &amp; d &copy; e</p><textarea><b></textarea>",
        "<!doctype html><html><head><meta charset=utf-8><noscript><link rel=a></noscript><title>x</title><body><p>y</html>",
    ] {
        let faults = build(html).faults;
        assert!(faults.is_empty(), "{html}: {faults:?}");
    }
}
